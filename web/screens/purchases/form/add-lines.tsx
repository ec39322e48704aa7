import { ClipboardPaste, Grid3x3 } from 'lucide-react';
import { memo, type Ref } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { VariantScanner, type ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { Button } from '@/ui/button.tsx';
import type { Picked } from './lines.ts';

interface AddLinesProps {
  onPick: (picked: readonly Picked[]) => void;
  onGrid: () => void;
  onPaste: () => void;
  scanner: Ref<ScannerHandle>;
}

/** The controls that add lines: scan, search, paste, a product's grid. */
export const AddLines = memo(function AddLines({ onPick, onGrid, onPaste, scanner }: AddLinesProps) {
  const { t } = useTranslation();
  return (
    <div className="line-scan">
      <VariantScanner ref={scanner} onPick={onPick} />
      <div className="line-ways">
        <Button variant="quiet" icon={Grid3x3} onClick={onGrid}>
          {t('purchases.form.grid')}
        </Button>
        <Button variant="quiet" icon={ClipboardPaste} onClick={onPaste}>
          {t('lines.paste.open')}
        </Button>
      </div>
    </div>
  );
});
