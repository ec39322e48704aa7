import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Combobox } from '@/ui/combobox.tsx';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { maxCopies } from './cart.ts';
import { findPeople } from './searches.ts';
import type { useBadge } from './use-badge.ts';

/** Chooses the person of the badge, and the number of copies. */
export function PickPerson({ badge: { person, choose, copies, setCopies, wrong } }: { badge: ReturnType<typeof useBadge> }) {
  const { t } = useTranslation();
  return (
    <div className="label-pick">
      <div className="label-pick-head">
        <Field label={t('labels.pick.users')} className="min-w-0 flex-[1_1_220px]">
          <Combobox clearable value={person} search={findPeople} placeholder={t('labels.pick.usersPlaceholder')} onChange={choose} />
        </Field>
        <Field
          label={t('labels.cart.copies')}
          className="w-24"
          error={wrong && t(`labels.cart.problem.${wrong}`, { most: formatNumber(maxCopies) })}
        >
          <NumberInput integer value={copies} onChange={setCopies} />
        </Field>
      </div>
    </div>
  );
}
