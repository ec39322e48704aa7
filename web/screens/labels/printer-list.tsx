import { CircleCheck, CirclePause, Printer as PrinterIcon, Unplug } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Printer } from '@/lib/print-server.ts';
import { useConnection } from '@/parts/printing/connection.ts';
import { changeDevice, useDevice } from '@/parts/printing/device.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Section } from '@/ui/section.tsx';
import { Select } from '@/ui/select.tsx';
import { Status } from '@/ui/status.tsx';
import { printServerCommand } from './server-panel.tsx';

const knownReasons = ['paper_out', 'ribbon_out', 'cover_open', 'paused', 'jammed', 'paper_low', 'queue_stopped', 'error'] as const;

/** This device's printer: the chosen one, or the only one. */
export function usePrinter(kind: Printer['kind'] = 'label'): Printer | undefined {
  const { printers } = useConnection();
  const { labelPrinter, receiptPrinter } = useDevice();
  const fit = printers.filter((printer) => printer.kind === kind);
  return fit.find(({ id }) => id === (kind === 'label' ? labelPrinter : receiptPrinter)) ?? (fit.length === 1 ? fit[0] : undefined);
}

/** Available and missing printers, and the chosen one. */
export function PrinterList({ onTest, testing }: { onTest: () => void; testing: boolean }) {
  const { t } = useTranslation();
  const { status, printers } = useConnection();
  const { receiptPrinter } = useDevice();
  const chosen = usePrinter();
  const receipts = printers.filter(({ kind }) => kind === 'receipt');
  const labels = printers.filter(({ kind }) => kind === 'label');
  if (status !== 'on' && status !== 'lost') return null;
  return (
    <Section
      title={t('labels.printer.title')}
      end={
        <Button variant="quiet" small icon={PrinterIcon} busy={testing} onClick={onTest}>
          {t('labels.printer.test')}
        </Button>
      }
    >
      {printers.length === 0 && (
        <p className="muted">
          {t('labels.printer.none')}{' '}
          <code className="label-command" dir="ltr">
            {printServerCommand()} add counter --to 192.168.1.50 --language zpl
          </code>
        </p>
      )}
      <div role="radiogroup" aria-label={t('labels.printer.title')}>
        {labels.map((printer) => (
          <label key={printer.id} className={printer.online ? 'label-printer' : 'label-printer is-offline'}>
            <input
              type="radio"
              name="printer"
              checked={chosen?.id === printer.id}
              onChange={() => changeDevice({ labelPrinter: printer.id })}
            />
            <span>
              <b>
                <bdi>{printer.name}</bdi>
              </b>
              <small>
                {[printer.place, t('labels.printer.dpi', { dpi: formatNumber(printer.dpi) })]
                  .filter(Boolean)
                  .join(t('labels.printer.comma'))}
              </small>
            </span>
            <Condition printer={printer} />
          </label>
        ))}
      </div>
      {receipts.length > 0 && (
        <Field label={t('labels.printer.receipts')} optional>
          <Select
            value={receiptPrinter ?? ''}
            onChange={(id) => changeDevice({ receiptPrinter: id || null })}
            options={[
              { value: '', label: t('labels.printer.noReceipts') },
              ...receipts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      )}
    </Section>
  );
}

function Condition({ printer: { online, reasons } }: { printer: Printer }) {
  const { t } = useTranslation();
  if (!online)
    return (
      <Status tone="off" icon={Unplug}>
        {t('labels.printer.offline')}
      </Status>
    );
  const shown = knownReasons.filter((reason) => reasons.includes(reason));
  if (shown.length > 0)
    return (
      <Status tone="warn" icon={CirclePause}>
        {t(`labels.printer.reason.${shown[0]!}`)}
      </Status>
    );
  return (
    <Status tone="ok" icon={CircleCheck}>
      {t('labels.printer.online')}
    </Status>
  );
}
