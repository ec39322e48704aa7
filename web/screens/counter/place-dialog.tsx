import { useState } from 'react';
import { useBranch } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { toLatinDigits } from '@/lib/numerals.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { isTill, type Place } from './place.ts';

interface PlaceDialogProps {
  place: { branchId: string | null; till: string };
  onChosen: (place: Place) => void;
  /** Absent while there is none to go back to. */
  onClose?: () => void;
}

/** Asked once a device: its numbers are its own. */
export function PlaceDialog({ place, onChosen, onClose }: PlaceDialogProps) {
  const { t } = useTranslation();
  const { works } = useBranch();
  const [branchId, setBranchId] = useState(place.branchId);
  const [till, setTill] = useState(place.till);
  const [tried, setTried] = useState(false);
  const choose = () => {
    setTried(true);
    if (branchId && isTill(till)) onChosen({ branchId, till });
  };
  return (
    <Dialog
      size="sm"
      title={t('counter.place.title')}
      sub={t('counter.place.text')}
      locked={!onClose}
      onClose={onClose ?? (() => undefined)}
      onSubmit={choose}
      footer={
        <>
          {onClose ? <Button onClick={onClose}>{t('ui.cancel')}</Button> : <Button href="/accounting/sales">{t('counter.leave')}</Button>}
          <Button variant="primary" type="submit">{t('counter.place.confirm')}</Button>
        </>
      }
    >
      {works.length > 1 && (
        <Field label={t('counter.branch')} error={tried && !branchId && t('counter.place.branchMissing')}>
          <Select value={branchId} placeholder={t('counter.place.chooseBranch')} options={works.map((one) => ({ value: one.id, label: nameOf(one) }))} onChange={setBranchId} />
        </Field>
      )}
      <Field label={t('counter.till')} hint={t('counter.place.tillHint')} error={tried && !isTill(till) && t('counter.place.tillWrong')}>
        <TextInput data-autofocus value={till} maxLength={8} dir="ltr" onChange={(event) => setTill(toLatinDigits(event.target.value).trim().toUpperCase())} />
      </Field>
    </Dialog>
  );
}
