import { useState } from 'react';
import { recordPrint, settlePrint } from '@/db/labels.ts';
import { refresh } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { JobState, Printer } from '@/lib/print-server.ts';
import { useConnection } from '@/parts/printing/connection.ts';
import { toast } from '@/ui/toast.tsx';
import type { Problem, Target } from './drawing.ts';
import { printLabels, type Piece } from './print-labels.ts';

/** Why nothing was sent, or which part of a print is uncertain. */
export type Trouble =
  | { kind: 'nothing' | 'not_connected' | 'no_printer' | 'offline' | 'copies' | 'users' | 'unpriced'; rest?: readonly Piece[] }
  | { kind: 'problems'; problems: readonly Problem[]; anyway: () => void; rest?: undefined }
  | { kind: 'refused'; code: string; rest: readonly Piece[] }
  | { kind: 'ended'; state: JobState; reason: string | null; rest: readonly Piece[] };

const labelsOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { line }) => sum + line.copies, 0);

/** Prints labels and reports the outcome. */
export function usePrint(printer: Printer | undefined, target: Target, name: string) {
  const { t } = useTranslation();
  const { status } = useConnection();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const hindrance = (pieces: readonly Piece[]): 'nothing' | 'not_connected' | 'no_printer' | 'offline' | null => {
    if (pieces.length === 0) return 'nothing';
    if (status !== 'on') return 'not_connected';
    return !printer ? 'no_printer' : printer.online ? null : 'offline';
  };
  /** rest: what did not reach the printer before; it stays offered until it does. */
  const run = async (pieces: readonly Piece[], rest?: readonly Piece[]) => {
    const problem = hindrance(pieces);
    setTrouble(problem && { kind: problem, rest });
    if (problem || !printer || progress) return;
    setProgress({ done: 0, of: pieces.length });
    const id = newId();
    // Test prints are not recorded.
    const goods = pieces.filter(({ content }) => content.kind !== 'test');
    const record =
      goods.length > 0 &&
      recordPrint(
        id,
        { printer: printer.name, ...target.size },
        goods.map(({ line }) => line),
      ).then(
        () => true,
        () => false,
      );
    const recordOutcome = async (outcome: JobState) => {
      if (await record) await settlePrint(id, outcome === 'queued' ? 'sending' : outcome).catch(() => undefined);
      await refresh(['label_prints']);
    };
    try {
      const { state, reason, reached } = await printLabels(pieces, printer, target, name, (done) =>
        setProgress({ done, of: pieces.length }),
      );
      const unprinted = pieces.slice(reached);
      if (state === 'sent' || state === 'done') {
        void recordOutcome(state);
        const labels = labelsOf(pieces);
        toast({ tone: 'ok', text: t('labels.print.done', { count: labels, shown: formatNumber(labels), printer: printer.name }) });
      } else {
        // A partial print is recorded as uncertain, not as failed.
        void recordOutcome(reached > 0 ? 'uncertain' : state === 'refused' ? 'failed' : state);
        if (state !== 'refused') setTrouble({ kind: 'ended', state, reason, rest: unprinted });
        else
          setTrouble(
            reason === 'not_connected'
              ? { kind: reason, rest: unprinted }
              : { kind: 'refused', code: reason ?? 'unknown', rest: unprinted },
          );
      }
    } finally {
      setProgress(null);
    }
  };
  /** Prints, but lists problems of the labels first. */
  const unlessProblems = async (pieces: readonly Piece[], at: Target, act: () => unknown) => {
    const { problemsOf } = await import('./drawing.ts');
    const problems = await problemsOf(
      pieces.map(({ content }) => content),
      at,
    );
    if (problems.length === 0) return void (await act());
    const anyway = () => {
      setTrouble(null);
      act();
    };
    setTrouble({ kind: 'problems', problems, anyway });
  };
  return { run, unlessProblems, progress, trouble, setTrouble };
}
