import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import type { Business } from '@/db/me-types.ts';
import { write } from '@/db/query.ts';
import { updateRow } from '@/db/tables.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Section } from '@/ui/section.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';
import { MOST, readAmounts } from './read-amounts.ts';

/** The coins and notes for counting a drawer; saved apart from the form, like the logo. */
export function Denominations({ business: { id, version, denominations }, disabled }: { business: Business; disabled: boolean }) {
  const { t } = useTranslation();
  const known = denominations.map((denomination) => formatNumber(denomination)).join('  ');
  const [typed, setTyped] = useState<string | null>(null);
  const amounts = typed === null ? denominations : readAmounts(typed);
  const save = useMutation(
    write({
      run: (denoms: readonly number[]) => updateRow('business', id, version, { denominations: denoms.length > 0 ? [...denoms] : null }),
      changes: ['business'],
    }),
  );
  return (
    <Section title={t('business.denominations')}>
      <Field
        hideLabel
        label={t('business.denominations')}
        hint={t('business.denominationsHint')}
        error={amounts === null && t('business.denominationsInvalid', { max: MOST })}
      >
        <TextInput
          dir="ltr"
          value={typed ?? known}
          maxLength={400}
          readOnly={disabled || save.isPending}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {typed !== null && typed !== known && (
        <Button
          small
          busy={save.isPending}
          disabled={disabled || amounts === null}
          onClick={() =>
            amounts &&
            save.mutate(amounts, {
              onSuccess: () => {
                setTyped(null);
                toast({ tone: 'ok', text: t('business.denominationsSaved') });
              },
            })
          }
        >
          {t('business.saveDenominations')}
        </Button>
      )}
      {save.error && <Banner tone="bad">{errorText(t, save.error)}</Banner>}
    </Section>
  );
}
