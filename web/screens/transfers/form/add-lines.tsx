import { ClipboardPaste, Layers } from 'lucide-react';
import { memo, useState, type RefObject } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { AskPaste } from '@/parts/lines/ask-paste.tsx';
import { SheetButton } from '@/parts/lines/sheet-button.tsx';
import { linesOfFile, linesOfText } from '@/parts/variant-picker/read-lines.ts';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { VariantScanner, type ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { Button } from '@/ui/button.tsx';
import { AskEverything } from './ask-everything.tsx';
import type { TransferEnds } from './places.ts';
import { placesOf } from './read-lines.ts';

interface AddLinesProps {
  ends: TransferEnds;
  place: string;
  /** Why a transfer of everything at the source cannot be created now. */
  wholeProblem: string | undefined;
  onPick: (picked: PickedVariant[]) => void;
  onEverything: (rows: VariantRow[]) => void;
  onCreateEverything: () => void;
  scanner: RefObject<ScannerHandle | null>;
}

/** The controls that add lines: scan, search, paste, a file, everything at the source. */
export const AddLines = memo(function AddLines({
  ends: ends,
  place,
  wholeProblem,
  onPick,
  onEverything,
  onCreateEverything,
  scanner,
}: AddLinesProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'paste' | 'everything' | null>(null);
  return (
    <div className="line-scan">
      <VariantScanner ref={scanner} places={placesOf(ends)} arrive={ends.from.branchId !== null} onPick={onPick} />
      <div className="line-ways">
        <Button variant="quiet" icon={ClipboardPaste} onClick={() => setAsking('paste')}>
          {t('lines.paste.open')}
        </Button>
        <SheetButton
          variant="quiet"
          label={t('transfers.form.import')}
          onFile={(file) => scanner.current?.lookUpList(() => linesOfFile(file))}
        />
        <Button
          variant="quiet"
          icon={Layers}
          reason={ends.from.branchId ? undefined : t('transfers.form.chooseSource')}
          onClick={() => setAsking('everything')}
        >
          {t('transfers.form.everything')}
        </Button>
      </div>
      {asking === 'paste' && (
        <AskPaste
          hint={t('transfers.form.pasteHint')}
          add={t('transfers.form.pasteAdd')}
          onPaste={(text) => scanner.current?.lookUpList(() => linesOfText(text))}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'everything' && (
        <AskEverything
          ends={ends}
          place={place}
          problem={wholeProblem}
          onAdd={onEverything}
          onCreate={onCreateEverything}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
});
