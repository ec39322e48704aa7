import { useState } from 'react';
import { recordPrint, settlePrint } from '@/db/labels.ts';
import { refresh } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { PrintServerError, type Printer } from '@/lib/print-server.ts';
import { useConnection } from '@/parts/printing/connection.ts';
import { toast } from '@/ui/toast.tsx';
import type { Target } from './drawing.ts';
import { printLabels, type Piece, type Result } from './print-labels.ts';

/** Why nothing was sent, or what is not certain about what was. */
export type Trouble =
  | { kind: 'nothing' | 'not_connected' | 'no_printer' | 'offline' | 'copies' | 'users' | 'unpriced' }
  | { kind: 'refused'; code: string; rest: readonly Piece[] }
  | ({ kind: 'ended'; rest: readonly Piece[] } & Pick<Result, 'state' | 'reason'>);

const labelsOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { line }) => sum + line.copies, 0);

/** The way of labels to a printer, and what became of them. */
export function usePrint(printer: Printer | undefined, target: Target, name: string) {
  const { t } = useTranslation();
  const { status } = useConnection();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const hindrance = (pieces: readonly Piece[]): Trouble['kind'] | null => {
    if (pieces.length === 0) return 'nothing';
    if (status !== 'on') return 'not_connected';
    return !printer ? 'no_printer' : printer.online ? null : 'offline';
  };
  const run = async (pieces: readonly Piece[]) => {
    const hindered = hindrance(pieces);
    setTrouble(hindered ? ({ kind: hindered } as Trouble) : null);
    if (hindered || !printer || progress) return;
    setProgress({ done: 0, of: pieces.length });
    const id = newId();
    // A test prints nothing that anybody will look for.
    const goods = pieces.filter(({ content }) => content.kind !== 'test');
    const kept =
      goods.length > 0 &&
      recordPrint(
        id,
        { printer: printer.name, ...target.size },
        goods.map(({ line }) => line),
      ).then(
        () => true,
        () => false,
      );
    const settle = async (outcome: Result['state']) => {
      if (await kept) await settlePrint(id, outcome === 'queued' ? 'sending' : outcome).catch(() => undefined);
      await refresh(['label_prints']);
    };
    try {
      const { state, reason, reached } = await printLabels(pieces, printer, target, name, (done) =>
        setProgress({ done, of: pieces.length }),
      );
      void settle(state);
      if (state === 'sent' || state === 'done')
        toast({
          tone: 'ok',
          text: t('labels.print.done', { count: labelsOf(pieces), shown: formatNumber(labelsOf(pieces)), printer: printer.name }),
        });
      else setTrouble({ kind: 'ended', state, reason, rest: pieces.slice(reached) });
    } catch (error) {
      const code = error instanceof PrintServerError ? error.code : 'unknown';
      void settle('failed');
      setTrouble(code === 'not_connected' ? { kind: code } : { kind: 'refused', code, rest: pieces });
    } finally {
      setProgress(null);
    }
  };
  return { run, progress, trouble, setTrouble };
}
