import { Upload } from 'lucide-react';
import { Button, type ButtonVariant } from '@/ui/button.tsx';
import { useFiles } from '@/ui/use-files.tsx';

interface SheetButtonProps {
  label: string;
  variant?: ButtonVariant;
  onFile: (file: File) => void;
}

/** Chooses a spreadsheet with lines. */
export function SheetButton({ label, variant, onFile }: SheetButtonProps) {
  const { chooser, choose } = useFiles('.csv,.txt,.xlsx,.xls', ([file]) => file && onFile(file));
  return (
    <>
      {chooser}
      <Button variant={variant} icon={Upload} onClick={choose}>
        {label}
      </Button>
    </>
  );
}
