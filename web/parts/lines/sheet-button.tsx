import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button, type ButtonVariant } from '@/ui/button.tsx';

interface SheetButtonProps {
  label: string;
  variant?: ButtonVariant;
  onFile: (file: File) => void;
}

/** Chooses a sheet that holds lines. */
export function SheetButton({ label, variant, onFile }: SheetButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".csv,.txt,.xlsx,.xls"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // The same file, mended, may be chosen again.
          event.target.value = '';
          if (chosen) onFile(chosen);
        }}
      />
      <Button variant={variant} icon={Upload} onClick={() => chooser.current?.click()}>{label}</Button>
    </>
  );
}
