import { useMemo, useState, type RefObject } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { PendingFile } from '@/parts/attachments/pending-files.tsx';
import { useAfterScans } from '@/parts/document/use-after-scans.ts';
import { useSteady } from '@/parts/lines/use-steady.ts';
import type { ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { outstandingOf, totalsOf, type CartLine } from './cart.ts';
import type { PurchaseForm, PurchaseHeader } from './form-state.ts';
import { blockingOf, headerProblems } from './problems.ts';
import { refusedField, refusedLine } from './refused-lines.ts';
import { useSave, type Landing, type Saving } from './use-save.ts';

interface Submitting {
  form: PurchaseForm;
  rows: readonly CartLine[];
  base: PurchaseForm;
  version: number | null;
  /** Of the chosen tax; null where the tax is typed. */
  percentage: number | null;
  paid: string;
  files: readonly PendingFile[];
  changeHead: (header: Partial<PurchaseHeader>) => void;
  /** Where the cursor goes when something is wrong: a line, the scanner, a field of the page. */
  reach: (lineId: string) => void;
  scanner: RefObject<ScannerHandle | null>;
  page: RefObject<HTMLElement | null>;
  onSaved: Saving['onSaved'];
  onDone: Saving['onDone'];
  onConflict: () => void;
}

/** Saving an order: what stops it and where that stands, and the question before goods come in with it. */
export function useSubmit({ form, rows, base, version, percentage, paid, files, changeHead, reach, scanner, page, onSaved, onDone, onConflict }: Submitting) {
  const { t } = useTranslation();
  const online = useOnline();
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const [completing, setCompleting] = useState(false);
  const reachWrong = (place: '.po-head' | '[data-problem=payments]') => requestAnimationFrame(() => page.current?.querySelector<HTMLElement>(`${place} [aria-invalid=true]`)?.focus());

  const { save, retry, forget, busy, error } = useSave({
    form,
    version,
    files,
    onSaved,
    onDone,
    onConflict,
    onRefused: (failure) => {
      setRefusal(failure);
      const line = refusedLine(failure, form);
      if (line) reach(line);
      else reachWrong('.po-head');
    },
  });
  const submit = useAfterScans(scanner, (asked?: 'completed') => {
    const completed = asked === 'completed' || form.head.status === 'completed';
    setTried(true);
    setRefusal(null);
    const blocking = blockingOf(form.head, rows, totalsOf(rows, percentage, form.head.tax), paid);
    if (blocking) {
      if (blocking.at === 'lines' && blocking.lineId) reach(blocking.lineId);
      else if (blocking.at === 'lines') scanner.current?.focus();
      else reachWrong(blocking.at === 'header' ? '.po-head' : '[data-problem=payments]');
      return;
    }
    if (busy || !online) return;
    if (completed) changeHead({ status: 'completed' });
    if (completed && outstandingOf(rows) > 0) setCompleting(true);
    else save({ stockPointId: null });
  });
  const saveAsIs = useSteady(() => submit());
  useShortcut('Mod+S', saveAsIs, { inFields: true });

  const { head: header } = form;
  const problems = useMemo(() => {
    const field = refusal && refusedField(refusal);
    const said = Object.entries(tried ? headerProblems(header) : {}).map(([name, key]) => [name, t(key)]);
    return { ...Object.fromEntries(said), ...(field && refusal ? { [field]: errorText(t, refusal) } : {}) } as Partial<Record<keyof PurchaseHeader, string>>;
  }, [tried, header, refusal, t]);
  return {
    tried,
    busy,
    problems,
    /** A refusal of the server that stands; writing in the header answers it. */
    refusal: error && refusal,
    forgetRefusal: () => setRefusal(null),
    retry,
    /** What is written here is another order: nothing of it was sent. */
    forget,
    save: saveAsIs,
    saveAndReceive: useSteady(() => submit('completed')),
    completing,
    complete: (landing: Landing) => {
      setCompleting(false);
      save(landing);
    },
    cancelCompleting: () => {
      setCompleting(false);
      changeHead({ status: base.head.status });
    },
  };
}
