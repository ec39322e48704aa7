import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Printer } from '@/lib/print-server.ts';
import { changeDevice, useDevice } from '@/parts/printing/device.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';

/** The size of a bank card (ISO/IEC 7810, ID-1), which users have at hand. In millimetres. */
const card = { width: 85.6, height: 53.98 };
const [least, most] = [0.5, 2];
const furthest = 10;

/** Calibrates the screen's scale and the printer's paper offset. */
export default function CalibrateDialog({ printer, onClose }: { printer: Printer | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const { scale, shifts } = useDevice();
  const [wide, setWide] = useState(scale);
  const [shift, setShift] = useState(() => ({
    x: String((printer && shifts[printer.id]?.x) ?? 0),
    y: String((printer && shifts[printer.id]?.y) ?? 0),
  }));
  const moved = { x: Number(shift.x), y: Number(shift.y) };
  const wrong = [moved.x, moved.y].some((by) => !(Math.abs(by) <= furthest));
  const save = () => {
    if (wrong) return;
    changeDevice({ scale: wide, ...(printer ? { shifts: { ...shifts, [printer.id]: moved } } : {}) });
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      onSubmit={save}
      title={t('labels.calibrate.title')}
      sub={t('labels.calibrate.sub')}
      action={
        <Button type="submit" variant="primary">
          {t('labels.calibrate.save')}
        </Button>
      }
    >
      <div
        className="label-card"
        style={{ inlineSize: `${card.width * wide}mm`, blockSize: `${card.height * wide}mm` }}
        aria-hidden="true"
      />
      <Field label={t('labels.calibrate.card')}>
        <input
          type="range"
          className="label-range"
          min={least}
          max={most}
          step={0.005}
          value={wide}
          aria-label={t('labels.calibrate.card')}
          data-autofocus
          onChange={(event) => setWide(Number(event.target.value))}
        />
      </Field>
      {printer && (
        <fieldset className="label-offset">
          <legend>{t('labels.calibrate.printer', { printer: printer.name })}</legend>
          <Field label={t('labels.calibrate.right')} error={wrong && t('labels.calibrate.wrong', { most: formatNumber(furthest) })}>
            <NumberInput unit={t('labels.size.mm')} value={shift.x} onChange={(x) => setShift({ ...shift, x })} />
          </Field>
          <Field label={t('labels.calibrate.down')}>
            <NumberInput unit={t('labels.size.mm')} value={shift.y} onChange={(y) => setShift({ ...shift, y })} />
          </Field>
        </fieldset>
      )}
    </Dialog>
  );
}
