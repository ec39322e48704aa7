import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { changeDevice, useDevice } from '@/parts/printing/device.ts';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { maxSide, minSide, rollSizes, sizeKey } from './sizes.ts';

const own = 'own';
const fits = (side: string) => Number(side) >= minSide && Number(side) <= maxSide;

/** The size of the labels in this device's printer. */
export function SizePanel() {
  const { t } = useTranslation();
  const { size } = useDevice();
  const [custom, setCustom] = useState(() =>
    rollSizes.some((candidate) => sizeKey(candidate) === sizeKey(size)) ? null : { width: String(size.width), height: String(size.height) },
  );
  const choose = (key: string) => {
    const known = rollSizes.find((candidate) => sizeKey(candidate) === key);
    setCustom(known ? null : { width: String(size.width), height: String(size.height) });
    if (known) changeDevice({ size: known });
  };
  const write = (changes: { width?: string; height?: string }) => {
    const sides = { width: String(size.width), height: String(size.height), ...custom, ...changes };
    setCustom(sides);
    if (fits(sides.width) && fits(sides.height)) changeDevice({ size: { width: Number(sides.width), height: Number(sides.height) } });
  };
  const labelOf = ({ width, height }: { width: number; height: number }) =>
    t('labels.size.of', { width: formatNumber(width), height: formatNumber(height) });
  const wrong = (side: string | undefined) =>
    side !== undefined && !fits(side) && t('labels.size.wrong', { least: formatNumber(minSide), most: formatNumber(maxSide) });
  return (
    <section className="section" aria-label={t('labels.size.title')}>
      <Field label={t('labels.size.title')}>
        <Select
          value={custom ? own : sizeKey(size)}
          onChange={choose}
          options={[
            ...rollSizes.map((option) => ({ value: sizeKey(option), label: labelOf(option) })),
            { value: own, label: t('labels.size.own') },
          ]}
        />
      </Field>
      {custom && (
        <div className="label-sides">
          <Field label={t('labels.size.width')} error={wrong(custom.width)}>
            <NumberInput unit={t('labels.size.mm')} value={custom.width} onChange={(width) => write({ width })} />
          </Field>
          <Field label={t('labels.size.height')} error={wrong(custom.height)}>
            <NumberInput unit={t('labels.size.mm')} value={custom.height} onChange={(height) => write({ height })} />
          </Field>
        </div>
      )}
    </section>
  );
}
