import { PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Note } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { LandingField } from '@/parts/landing-field.tsx';
import type { Landing as Receiving } from './form-state.ts';

interface CompleteDialogProps {
  /** The number of pieces that the save receives. */
  pieces: number;
  branch: string;
  onSave: (receiving: Receiving) => void;
  onClose: () => void;
}

/** Asks before an order is saved as completed, which receives all outstanding pieces: how many, and into which place. */
export function CompleteDialog({ pieces, branch, onSave, onClose }: CompleteDialogProps) {
  const { t } = useTranslation();
  const [stockPointId, setStockPointId] = useState<string | null>(null);
  const words = { branch, pieces: t('lines.pieces', { count: pieces }) };
  return (
    <Dialog
      onClose={onClose}
      title={t('purchases.complete.title')}
      action={
        <Button variant="primary" icon={PackageCheck} data-autofocus onClick={() => onSave({ stockPointId })}>
          {t('purchases.complete.confirm', { count: pieces })}
        </Button>
      }
    >
      <p>
        <Trans t={t} i18nKey="purchases.complete.text" values={words} components={{ b: <b /> }} />
      </p>
      <LandingField label={t('purchases.receive.into')} stockPointId={stockPointId} onChange={setStockPointId} />
      <Note>{t('purchases.complete.frozen')}</Note>
    </Dialog>
  );
}
