// The accountant's bundle: a ZIP with everything of a period, as workbooks and as CSV.
import { collectAll } from '@/db/calls.ts';
import { linesOfDay, type AccountRow, type JournalAccounts, type JournalLine } from '@/db/journal.ts';
import type { useMe } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import type { Translation } from '@/i18n/use-translation.ts';
import { fileNameOf, sheetFile } from '@/lib/save-sheet.ts';
import { settings } from '@/lib/settings.ts';
import type { SheetColumn } from '@/lib/sheet.ts';
import { zipFiles } from '@/lib/zip.ts';
import { entryOfDay, formats, type DayLine } from './journal-formats.ts';
import { accountKey, accountName, contactName, taxName } from './names.ts';

type SheetName = PlainKeyBelow<'reports.accountant.says'>;
type File = readonly [path: string, file: Blob];
type Parts<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;

/** A sheet of the bundle; makes its files in both formats. */
export interface Sheet {
  name: SheetName;
  files: (signal: AbortSignal) => Promise<File[]>;
}

export function sheetOf<Row>(
  { t, i18n }: Translation,
  name: SheetName,
  columns: readonly SheetColumn<Row>[],
  rows: (signal: AbortSignal) => Parts<Row>,
): Sheet {
  return {
    name,
    files: async (signal) => {
      const title = t(`reports.accountant.file.${name}`);
      const all = await collectAll(toAsync(rows(signal)));
      const { timeZone, decimals } = settings();
      const options = { sheetName: title, rightToLeft: i18n.dir() === 'rtl', timeZone, decimals, signal };
      const files: File[] = [];
      // Excel opens no more rows than this.
      for (const kind of all.length < 1_048_576 ? (['xlsx', 'csv'] as const) : (['csv'] as const))
        files.push([`${fileNameOf(title)}.${kind}`, await sheetFile(columns, [all], kind, options)]);
      return files;
    },
  };
}

async function* toAsync<Row>(parts: Parts<Row>): AsyncGenerator<readonly Row[]> {
  yield* parts;
}

interface Asked {
  translation: Translation;
  branches: ReturnType<typeof useMe>['branches'];
  at_branch_ids: readonly string[];
  accounts: JournalAccounts;
}

/** The journal by document, its accounts, and the same journal by day for three other programs. */
export function journalSheets({ translation, branches, at_branch_ids, accounts }: Asked): Sheet[] {
  const { t } = translation;
  const known = new Map(accounts.rows.map((row) => [accountKey(row), row]));
  const rowOf = (line: JournalLine) => known.get(accountKey(line)) ?? { ...line, name: null, name_ar: null, code: null };
  const taxOf = (line: JournalLine) => taxName(translation, line);
  const branchOf = new Map(branches.map((branch) => [branch.id, nameOf(branch)]));
  const only = at_branch_ids.length === 1 && branches.find(({ id }) => id === at_branch_ids[0]);
  const entries: DayLine[] = [];
  const text = <Row>(header: string, value: (row: Row) => string | null): SheetColumn<Row> => ({ header, value, kind: 'text' });
  const money = <Row>(header: string, value: (row: Row) => number | null): SheetColumn<Row> => ({ header, value, kind: 'money' });

  async function* lines(signal: AbortSignal): AsyncGenerator<readonly JournalLine[]> {
    entries.length = 0;
    for (const day of accounts.days) {
      const ofDay = await linesOfDay([...at_branch_ids], day, signal);
      const names = {
        key: (line: JournalLine) => rowOf(line).code ?? accountKey(line),
        account: (line: JournalLine) => rowOf(line).code ?? accountName(translation, rowOf(line)),
        contact: (line: JournalLine) => contactName(line) || (line.account === 'receivables' ? t('sales.walkIn') : ''),
        tax: taxOf,
      };
      for (const line of entryOfDay(day, only ? `-${only.code}` : '', ofDay, names)) entries.push(line);
      yield ofDay;
    }
  }
  const journal = sheetOf<JournalLine>(
    translation,
    'journal',
    [
      text(t('reports.journal.col.day'), (line) => line.day),
      text(t('reports.journal.col.document'), (line) => t(`reports.journal.document.${line.document_type}`)),
      { header: t('reports.journal.col.number'), value: (line) => line.document_number, kind: 'code' },
      text(t('reports.by.branch'), (line) => branchOf.get(line.branch_id) ?? ''),
      text(t('reports.journal.col.contact'), (line) => contactName(line)),
      { header: t('reports.journal.col.code'), value: (line) => rowOf(line).code, kind: 'code' },
      text(t('reports.journal.col.account'), (line) => accountName(translation, rowOf(line))),
      money(t('reports.journal.col.debit'), (line) => (line.amount > 0 ? line.amount : null)),
      money(t('reports.journal.col.credit'), (line) => (line.amount < 0 ? -line.amount : null)),
      text(t('reports.journal.col.tax'), taxOf),
    ],
    lines,
  );
  return [
    {
      name: 'journal',
      files: async (signal) => {
        const files = await journal.files(signal);
        for (const [program, columns] of Object.entries(formats))
          files.push([
            `${fileNameOf(t('reports.accountant.file.programs'))}/${program}.csv`,
            await sheetFile<DayLine>(columns, [entries], 'csv', { signal }),
          ]);
        return files;
      },
    },
    sheetOf<AccountRow>(
      translation,
      'accounts',
      [
        { header: t('reports.journal.col.code'), value: (row) => row.code, kind: 'code' },
        text(t('reports.journal.col.account'), (row) => accountName(translation, row)),
        money(t('reports.journal.col.debit'), (row) => row.debit),
        money(t('reports.journal.col.credit'), (row) => row.credit),
      ],
      () => [accounts.rows.filter(({ debit, credit }) => debit !== 0 || credit !== 0)],
    ),
  ];
}

/** All sheets in one ZIP, with a text that says what is in it. onSheet: called with the number of sheets before each. */
export async function makeBundle(
  { t }: Translation,
  title: string,
  sheets: readonly Sheet[],
  signal: AbortSignal,
  onSheet: (done: number) => void,
): Promise<Blob> {
  const files: File[] = [];
  for (const [index, sheet] of sheets.entries()) {
    onSheet(index);
    files.push(...(await sheet.files(signal)));
  }
  const readme = [
    title,
    '',
    ...sheets.map(({ name }) => `${t(`reports.accountant.file.${name}`)}: ${t(`reports.accountant.says.${name}`)}`),
    '',
    ...(['odoo', 'zoho-books', 'quickbooks-online'] as const).map((program) => t(`reports.accountant.program.${program}`)),
    '',
    t('reports.accountant.codesSay'),
    t('reports.accountant.branchesSay'),
  ];
  files.unshift([`${fileNameOf(t('reports.accountant.file.readme'))}.txt`, new Blob([`\uFEFF${readme.join('\r\n')}\r\n`])]);
  return zipFiles(files);
}
