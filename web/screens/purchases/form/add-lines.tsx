import { ClipboardPaste, Grid3x3, Plus } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { LookupMessages } from '@/parts/variant-picker/lookup-messages.tsx';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import { VariantScanner, type ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { X } from 'lucide-react';
import type { CartLine, Picked } from './cart.ts';
import { SizeGrid } from './size-grid.tsx';
import type { useSheetLines } from './use-sheet-lines.ts';

export interface Refused {
  /** The first of them, as it stands in the cart. */
  line: CartLine;
  text: ReactNode;
}

interface AddLinesProps {
  lines: readonly CartLine[];
  sheet: ReturnType<typeof useSheetLines>;
  refused: Refused | null;
  onMore: () => void;
  onDismiss: () => void;
  onPick: (picked: Picked[]) => void;
  onGrid: (cells: Picked[]) => void;
  onPaste: () => void;
  scanner: Ref<ScannerHandle>;
}

/** The ways in which lines come: scan, search, paste, the grid of a product. */
export function AddLines({ lines, sheet, refused, onMore, onDismiss, onPick, onGrid, onPaste, scanner }: AddLinesProps) {
  const { t } = useTranslation();
  const [grid, setGrid] = useState(false);
  return (
    <div className="ln-scan">
      <VariantScanner ref={scanner} onPick={(picked: PickedVariant[]) => onPick(picked.map(({ variant, quantity }) => ({ variant, quantity })))} />
      <div className="ln-ways">
        <Button variant="quiet" icon={Grid3x3} onClick={() => setGrid(true)}>{t('purchases.form.grid')}</Button>
        <Button variant="quiet" icon={ClipboardPaste} busy={sheet.busy} onClick={onPaste}>{t('purchases.form.paste')}</Button>
      </div>
      {sheet.notice && <div className="ln-looked"><LookupMessages id="sheet" notice={sheet.notice} onDismiss={sheet.dismiss} /></div>}
      {refused && (
        <div className="ln-looked">
          <Banner
            tone="warn"
            actions={
              <>
                <Button small icon={Plus} onClick={onMore}>{t('purchases.cart.addOne')}</Button>
                <IconButton small variant="quiet" icon={X} label={t('ui.close')} onClick={onDismiss} />
              </>
            }
          >
            {refused.text}
          </Banner>
        </div>
      )}
      {grid && <SizeGrid lines={lines} onDone={onGrid} onClose={() => setGrid(false)} />}
    </div>
  );
}
