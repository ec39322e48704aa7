import { Printer as PrinterIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { Size } from '@/lib/labels/dots.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Printer } from '@/lib/print-server.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Progress } from '@/ui/progress.tsx';
import type { Target } from './drawing.ts';
import type { Piece } from './print-labels.ts';
import { ProblemList } from './problem-list.tsx';
import { defaultGap } from './sizes.ts';
import type { Trouble } from './use-print.ts';

interface PrintBarProps {
  labels: number;
  printer: Printer | undefined;
  size: Size;
  progress: { done: number; of: number } | null;
  trouble: Trouble | null;
  /** Called before printing without a printer; shows the problem itself. */
  ready: () => boolean;
  pieces: () => readonly Piece[];
  unlessProblems: (pieces: readonly Piece[], at: Target, act: () => unknown) => Promise<void>;
  onPrint: () => void;
  /** The labels that did not reach the printer. */
  onRest: (rest: readonly Piece[]) => void;
  onDismiss: () => void;
}

/** The number of labels, their printer, the outcome and the buttons. Always visible. */
export function PrintBar({
  labels,
  printer,
  size,
  progress,
  trouble,
  ready,
  pieces,
  unlessProblems,
  onPrint,
  onRest,
  onDismiss,
}: PrintBarProps) {
  const { t } = useTranslation();
  const [browsing, setBrowsing] = useState(false);
  // Rounded up, so that one label is not shown as zero metres.
  const metres = Math.ceil((labels * (size.height + defaultGap)) / 100) / 10;
  const browse = async () => {
    if (!ready()) return;
    const all = pieces();
    if (all.length === 0) return onPrint();
    setBrowsing(true);
    const { fine, printInBrowser } = await import('./paper.ts');
    await unlessProblems(all, { size, dpi: fine }, () => printInBrowser(all, size)).finally(() => setBrowsing(false));
  };
  const count = t('labels.count', { count: labels, shown: formatNumber(labels) });
  return (
    <>
      {trouble?.kind === 'problems' && (
        <div className="label-trouble">
          <ProblemList problems={trouble.problems} onPrint={trouble.anyway} onDismiss={onDismiss} />
        </div>
      )}
      {trouble && trouble.kind !== 'problems' && (
        <TroubleBanner trouble={trouble} printer={printer} onRest={onRest} onDismiss={onDismiss} />
      )}
      <div className="save label-bar" role="region" aria-label={t('labels.print.bar')}>
        <p className="state" role="status">
          <Icon of={PrinterIcon} />
          {progress ? (
            <Progress
              value={progress.done / progress.of}
              label={t('labels.print.drawing', { done: formatNumber(progress.done), of: formatNumber(progress.of) })}
            />
          ) : (
            <span>
              <b>{count}</b>{' '}
              {printer
                ? t('labels.print.on', { printer: printer.name, metres: formatNumber(metres, { max: 1 }) })
                : t('labels.print.long', { metres: formatNumber(metres, { max: 1 }) })}
            </span>
          )}
        </p>
        <div className="actions">
          <Button variant="quiet" busy={browsing} disabled={progress !== null} onClick={() => void browse()}>
            {t('labels.print.browser')}
          </Button>
          <Button variant="primary" icon={PrinterIcon} keys="Mod+P" busy={progress !== null} onClick={onPrint}>
            {t('labels.print.print', { labels: count })}
          </Button>
        </div>
      </div>
    </>
  );
}

function TroubleBanner({
  trouble,
  printer,
  onRest,
  onDismiss,
}: { trouble: Exclude<Trouble, { kind: 'problems' }>; printer: Printer | undefined } & Pick<PrintBarProps, 'onRest' | 'onDismiss'>) {
  const { t } = useTranslation();
  const name = { printer: printer?.name ?? '' };
  const rest = trouble.rest ?? [];
  const labelsLeft = rest.reduce((sum, { line }) => sum + line.copies, 0);
  const words = () => {
    if (trouble.kind === 'ended')
      return trouble.state === 'uncertain'
        ? t('labels.trouble.uncertain', name)
        : t(`labels.trouble.${trouble.reason === 'printer_offline' ? 'offline' : 'failed'}`, name);
    if (trouble.kind === 'refused')
      return t(
        `labels.trouble.${trouble.code === 'printer_offline' ? 'offline' : trouble.code === 'printer_changed' ? 'changed' : trouble.code === 'not_paired' ? 'unpaired' : 'refused'}`,
        { ...name, code: trouble.code },
      );
    return t(`labels.refused.${trouble.kind}`, name);
  };
  return (
    <div className="label-trouble">
      <Banner
        tone="bad"
        actions={
          <>
            {labelsLeft > 0 && (
              <Button small onClick={() => onRest(rest)}>
                {t('labels.trouble.rest', { labels: t('labels.count', { count: labelsLeft, shown: formatNumber(labelsLeft) }) })}
              </Button>
            )}
            <Button small variant="quiet" onClick={onDismiss}>
              {t('ui.close')}
            </Button>
          </>
        }
      >
        {words()}
      </Banner>
    </div>
  );
}
