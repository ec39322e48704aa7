import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { expenseChanges } from '@/db/expenses.ts';
import { write, type Table } from '@/db/query.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import type { Branch } from '@/db/me-types.ts';
import { purchaseChanges } from '@/db/purchases.ts';
import { saleChanges } from '@/db/sales.ts';
import { newId } from '@/lib/id.ts';
import { asksBranch, type FieldName, type Kind, mapColumn, otherwiseAfter, withheldFields } from './field-list.ts';
import {
  type FileChoices,
  trackedImport,
  type ImportRequest,
  type Problem,
  type Reading,
  readSheet,
  type Report,
  runImport,
  type Same,
  type UnknownName,
} from './import-calls.ts';

export type Step = 'file' | 'columns' | 'check' | 'result';

const changedTables: Record<Kind, Table[]> = {
  products: [
    'products',
    'variants',
    'product_costs',
    'brands',
    'suppliers',
    'categories',
    'colors',
    'sizes',
    'stock_levels',
    'stock_movements',
    'stock_entries',
    'imports',
  ],
  customers: [...saleChanges, 'customers', 'imports'],
  suppliers: [...purchaseChanges, 'suppliers', 'imports'],
  purchase_orders: [...purchaseChanges, 'stock_levels', 'suppliers', 'imports'],
  sales: [...saleChanges, 'customers', 'imports'],
  expenses: [...expenseChanges, 'expense_categories', 'suppliers', 'customers', 'imports'],
};

type LeftOut = Pick<Problem, 'row' | 'name'>;

interface Choices {
  mapping: (FieldName | null)[];
  /** For each column, the field whose blanks it fills. */
  otherwise: (FieldName | null)[];
  /** Columns that could fill the same field, until the user chooses one. */
  open: number[];
  /** The branch of each place named in the file; null leaves its stock out, undefined is not chosen yet. */
  places: Record<string, string | null | undefined>;
  /** Columns confirmed to be in the business's currency, with the unit that the file gives for them. */
  amounts: Record<number, string>;
  /** Columns that mean something and that the user imports without. */
  dropped: number[];
  branchId: string | null;
  stockPointId: string | null;
  /** 'kind:name' of each new name to create. */
  ticked: string[];
  same: Same;
  edits: Record<string, Record<string, string>>;
  /** Rows left out by the user. */
  leftOut: LeftOut[];
  skip: boolean;
}

const keyOf = ({ kind, name }: UnknownName) => `${kind}:${name}`;

/** The state of an import: the user's choices, the server's answers, and the steps. */
export function useImport(kind: Kind) {
  const { defaultBranch, workBranches } = useBranch();
  const { business } = useMe();
  const can = useCan();
  const blank: Choices = {
    mapping: [],
    otherwise: [],
    open: [],
    places: {},
    amounts: {},
    dropped: [],
    branchId: defaultBranch?.id ?? null,
    stockPointId: null,
    ticked: [],
    same: {},
    edits: {},
    leftOut: [],
    skip: false,
  };

  const [step, setStep] = useState<Step>('file');
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState<Choices>(blank);
  const [sent, setSent] = useState<number | undefined>();
  const [part, setPart] = useState<number | undefined>();
  // Kept while the file is read again with other choices, and if that fails.
  const [sheet, setSheet] = useState<Reading | null>(null);
  // One id per file, so that a retry after a lost answer is recognised.
  const id = useRef(newId());
  const stopper = useRef<AbortController>(null);
  const signal = () => {
    stopper.current?.abort();
    stopper.current = new AbortController();
    return stopper.current.signal;
  };

  const run = (attempt: Attempt, action: 'check' | 'apply', until?: AbortSignal) =>
    runImport(
      attempt.file.name,
      attempt.sheet.content,
      { ...requestOf(attempt, action, workBranches), currency: business.currency, time_zone: business.time_zone },
      until,
      setSent,
    );

  const reading = useMutation({
    ...write({
      run: ({ chosen, how }: { chosen: File; how: FileChoices }) => readSheet(kind, business.currency, chosen, how, signal(), setSent),
      changes: [],
    }),
    onSuccess: (answer: Reading) => {
      setSheet(answer);
      const withheld: (FieldName | null)[] = withheldFields(kind, answer.mapping, can);
      const allowed = (field: FieldName | null) => (withheld.includes(field) ? null : field);
      const places = answer.places.flatMap((place) => (place ? [[place, branchCalled(place, workBranches)?.id] as const] : []));
      setChoices({
        ...blank,
        mapping: answer.mapping.map(allowed),
        otherwise: answer.otherwise.map(allowed),
        open: answer.contested.flatMap(({ field, columns }) => (withheldFields(kind, [field], can).length > 0 ? [] : columns)),
        places: Object.fromEntries(places),
      });
      setStep('columns');
    },
  });
  const check = useMutation(
    write({ run: async (attempt: Attempt) => ({ report: await run(attempt, 'check', signal()), choices: attempt.choices }), changes: [] }),
  );
  const apply = useMutation({
    ...write({ run: (attempt: Attempt) => trackedImport(attempt.id, run(attempt, 'apply'), setPart), changes: changedTables[kind] }),
    onSettled: () => setPart(undefined),
    onSuccess: (report: Report) => setStep(report.status === 'applied' ? 'result' : 'check'),
  });

  const attemptOf = (now: Choices): Attempt | null => (file && sheet ? { kind, file, id: id.current, sheet, choices: now } : null);
  const report: Report | null = apply.data?.status === 'refused' ? apply.data : (check.data?.report ?? null);
  const stale = useMemo(
    () => check.data !== undefined && JSON.stringify(check.data.choices) !== JSON.stringify(choices),
    [check.data, choices],
  );
  const ticked = useMemo(() => new Set(choices.ticked), [choices.ticked]);
  const change = (part: Partial<Choices>) => setChoices((before) => ({ ...before, ...part }));

  return {
    kind,
    step,
    file,
    sheet,
    choices,
    change,
    report,
    stale,
    reading,
    check,
    apply,
    sent,
    part,
    choose: (chosen: File, how: FileChoices = {}) => {
      if (chosen !== file) id.current = newId();
      setFile(chosen);
      check.reset();
      apply.reset();
      reading.mutate({ chosen, how });
    },
    map: (column: number, field: FieldName | null) => {
      // Choosing the column of a contested field also decides about its other candidates.
      const settled = field === null ? [column] : (sheet?.contested.find(({ columns }) => columns.includes(column))?.columns ?? [column]);
      change({
        mapping: mapColumn(choices.mapping, column, field, sheet?.places),
        otherwise: otherwiseAfter(choices.otherwise, choices.mapping, column, field),
        open: choices.open.filter((one) => !settled.includes(one)),
      });
    },
    leaveOut: ({ row, name }: LeftOut) => change({ leftOut: [...choices.leftOut, { row, name }] }),
    restore: (row: number) => change({ leftOut: choices.leftOut.filter((one) => one.row !== row) }),
    /** Imports a row that was left out as a total: any entry in `edits`, even an empty one, does so. */
    takeTotal: (row: number) => change({ edits: { ...choices.edits, [row]: choices.edits[row] ?? {} } }),
    mean: (unknown: UnknownName, chosenId: string | null) => {
      const { kind, name } = unknown;
      const { [name]: _, ...others } = choices.same[kind] ?? {};
      change({
        same: { ...choices.same, [kind]: chosenId === null ? others : { ...others, [name]: chosenId } },
        ticked: choices.ticked.filter((key) => key !== keyOf(unknown)),
      });
    },
    editCell: (row: number, column: string, text: string) =>
      change({ edits: { ...choices.edits, [row]: { ...choices.edits[row], [column]: text } } }),
    isTicked: (name: UnknownName) => ticked.has(keyOf(name)),
    tick: (names: UnknownName[], checked: boolean) => {
      const keys = new Set(names.map(keyOf));
      change({ ticked: [...choices.ticked.filter((key) => !keys.has(key)), ...(checked ? keys : [])] });
    },
    runCheck: () => {
      const now = attemptOf(choices);
      if (!now) return;
      setStep('check');
      apply.reset();
      check.mutate(now);
    },
    runApply: () => {
      const now = attemptOf(choices);
      if (now) apply.mutate(now);
    },
    back: () => setStep(step === 'check' ? 'columns' : 'file'),
    stop: () => {
      stopper.current?.abort();
      if (step === 'check') {
        check.reset();
        setStep('columns');
      } else reading.reset();
    },
    again: () => {
      id.current = newId();
      setFile(null);
      setChoices(blank);
      for (const work of [reading, check, apply]) work.reset();
      setStep('file');
    },
  };
}

export type Import = ReturnType<typeof useImport>;

interface Attempt {
  kind: Kind;
  file: File;
  id: string;
  sheet: Reading;
  choices: Choices;
}

/** The branch with this code or name. */
function branchCalled(place: string, branches: readonly Branch[]): Branch | undefined {
  const called = (name: string | null) => name?.trim().toLowerCase() === place.trim().toLowerCase();
  return branches.find(({ code, name, name_ar }) => called(code) || called(name) || called(name_ar));
}

function requestOf(
  { kind, id, sheet, choices }: Attempt,
  action: 'check' | 'apply',
  branches: readonly Branch[],
): Omit<ImportRequest, 'currency' | 'time_zone'> {
  const create: Record<string, string[]> = {};
  for (const key of choices.ticked) {
    const at = key.indexOf(':');
    (create[key.slice(0, at)] ??= []).push(key.slice(at + 1));
  }
  return {
    kind,
    action,
    id,
    separator: sheet.separator,
    header_row: sheet.header_row,
    mapping: choices.mapping,
    otherwise: choices.otherwise,
    places: Object.fromEntries(
      Object.entries(choices.places).map(([place, id]) => [place, branches.find((branch) => branch.id === id)?.code ?? null]),
    ),
    amounts: choices.amounts,
    edits: { ...choices.edits, ...Object.fromEntries(choices.leftOut.map(({ row }) => [row, null])) },
    options: {
      branch_id: asksBranch(kind, choices.mapping) ? choices.branchId : null,
      stock_point_id: choices.stockPointId,
      create,
      same: choices.same,
      skip_problem_rows: choices.skip,
    },
  };
}
