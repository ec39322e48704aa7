import { useQuery } from '@tanstack/react-query';
import { listOf } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';

const FLOOR = 'floor';

interface LandingFieldProps {
  label: string;
  stockPointId: string | null;
  onChange: (stockPointId: string | null) => void;
}

/** Chooses where in the branch the goods are put, by default the shop floor. */
export function LandingField({ label, stockPointId, onChange }: LandingFieldProps) {
  const { t } = useTranslation();
  const points = useQuery(listOf('stock_points', { select: ['id', 'name', 'name_ar'], where: [['active', 'is', true]], sort: [['name']] }));
  return (
    <Field label={label}>
      <Select
        value={stockPointId ?? FLOOR}
        options={[
          { value: FLOOR, label: t('stock.floor') },
          ...(points.data?.rows ?? []).map((row) => ({ value: row.id, label: nameOf(row) })),
        ]}
        onChange={(value) => onChange(value === FLOOR ? null : value)}
      />
    </Field>
  );
}
