import { Download, ScrollText, Undo2 } from 'lucide-react';
import { useParams } from 'react-router-dom';
import type { AppError } from '@/db/errors.ts';
import { useBranch, useCan } from '@/db/me.ts';
import { entryDetail, MAX_LINES, wholeEntry, type EntryDetail } from '@/db/stock.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { DocumentPage, Notes, useDocument } from '@/parts/document/document-page.tsx';
import { History } from '@/parts/document/history.tsx';
import { usePaper } from '@/parts/document/use-paper.ts';
import { variantColumns, type LineColumn } from '@/parts/lines/columns.tsx';
import { formatCost } from '@/parts/lines/cost.ts';
import { LinesTable } from '@/parts/lines/lines-table.tsx';
import { placeName } from '@/parts/place-name.ts';
import { Button } from '@/ui/button.tsx';
import { Figure, Nil } from '@/ui/figure.tsx';
import { entryPaper, signed } from './paper.ts';
import '../stock.css';

type Item = EntryDetail['items'][number];

/** /inventory/stock/entries/{id}: a manual entry with its user and reason. */
export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { found, shown, ...rest } = useDocument(id, entryDetail, MAX_LINES, ({ entry }) => entry.id);
  return (
    <Found
      query={found}
      title={t('stock.entry.title')}
      notFound={{
        title: t('stock.entry.notFound'),
        text: t('errors.entry_not_found'),
        icon: ScrollText,
        href: '/inventory/stock/movements',
        backLabel: t('stock.ledger.title'),
      }}
    >
      {(detail) => <Entry key={id} detail={shown(detail)} {...rest} />}
    </Found>
  );
}

interface EntryProps {
  detail: EntryDetail;
  moreFailed: AppError | null;
  loadAll: () => void;
}

function Entry({ detail, loadAll, moreFailed }: EntryProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { workBranches } = useBranch();
  const { entry, items, timeline } = detail;
  // Prints all lines, never a part of them.
  const { printing, print } = usePaper(async () => entryPaper(t, items.length < entry.lines ? await wholeEntry(entry.id) : detail));
  const worksHere = workBranches.some(({ id }) => id === entry.branch_id);
  const pieces = (value: number) => <Figure value={signed(value)} tone={value < 0 ? 'negative' : 'positive'} />;
  const columns: LineColumn<Item>[] = [
    ...variantColumns(t, (line: Item) => line),
    { id: 'quantity', label: t('stock.ledger.column.quantity'), width: 112, num: true, cell: (line) => pieces(line.quantity) },
    ...(entry.worth === null
      ? []
      : [
          {
            id: 'cost',
            label: t('purchases.cart.cost'),
            width: 112,
            num: true,
            cell: ({ unit_cost: cost }: Item) => (cost === null ? <Nil /> : formatCost(String(cost))),
          },
        ]),
  ];
  return (
    <DocumentPage
      title={entry.number}
      sub={t(`stock.kind.${entry.kind}`)}
      actions={
        <>
          <Button icon={Download} busy={printing !== null} onClick={() => void print('entry')}>
            {t('stock.entry.pdf')}
          </Button>
          {can('inventory.stock.adjust') && (
            <Button
              icon={Undo2}
              href={`/inventory/stock/add?corrects=${entry.id}`}
              reason={worksHere ? undefined : t('stock.form.viewOnly', { branch: nameIn(entry, 'branch') })}
            >
              {t('stock.entry.correct')}
            </Button>
          )}
        </>
      }
      facts={[
        [t('stock.form.place'), <bdi>{placeName(t, entry)}</bdi>],
        [t('stock.entry.day'), formatDate(entry.business_day)],
        entry.reason && [t('stock.form.reason'), t(`stock.reason.${entry.reason}`)],
        [t('stock.form.lines'), <Figure value={formatNumber(entry.lines)} />],
        [t('stock.ledger.column.quantity'), pieces(entry.pieces)],
        entry.worth !== null && [t('stock.entry.worth', { currency: currencyWord() }), <Figure value={formatMoney(entry.worth)} />],
      ]}
      asideLabel={t('kit.details')}
      aside={<History events={timeline} of={{ table: 'stock_entries', id: entry.id, number: entry.number }} />}
    >
      <LinesTable columns={columns} lines={items} count={entry.lines} failed={moreFailed} onMore={loadAll} className="entry-items" />
      <Notes notes={[[t('stock.form.note'), entry.note]]} />
    </DocumentPage>
  );
}
