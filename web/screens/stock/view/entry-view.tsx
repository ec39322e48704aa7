import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { entryDetail, type EntryDetail } from '@/db/stock.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Found } from '@/kit/found.tsx';
import { History } from '@/parts/document/history.tsx';
import { variantColumns, type LineColumn } from '@/parts/lines/columns.tsx';
import { LinesTable } from '@/parts/lines/lines-table.tsx';
import { placeName } from '@/parts/place-name.ts';
import { Figure } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import '../stock.css';

const MOST_LINES = 5000;

/** /inventory/stock/entries/{id}: what was put in or taken out by hand, by whom and why. */
export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const [whole, setWhole] = useState(false);
  const found = useQuery(entryDetail(id, whole ? MOST_LINES : undefined));
  return (
    <Found query={found} title={t('stock.entry.title')} notFound={{ title: t('stock.entry.notFound'), text: t('errors.entry_not_found'), icon: ScrollText, href: '/inventory/stock/movements', back: t('stock.ledger.title') }}>
      {(detail) => <Entry detail={detail} onAll={() => setWhole(true)} />}
    </Found>
  );
}

interface EntryProps {
  detail: EntryDetail;
  onAll: () => void;
}

function Entry({ detail: { entry, items, timeline }, onAll }: EntryProps) {
  const { t } = useTranslation();
  const signed = (value: number) => <Figure value={`${value > 0 ? '+' : ''}${formatNumber(value)}`} tone={value < 0 ? 'neg' : 'pos'} />;
  const columns: LineColumn<EntryDetail['items'][number]>[] = [
    ...variantColumns(t, (line: EntryDetail['items'][number]) => line),
    { id: 'quantity', label: t('stock.ledger.column.quantity'), width: 112, num: true, cell: (line) => signed(line.quantity) },
  ];
  return (
    <>
      <PageHead title={entry.number} sub={t(`stock.kind.${entry.kind}`)} />
      <dl className="facts">
        <div><dt>{t('stock.form.place')}</dt><dd><bdi>{placeName(t, entry)}</bdi></dd></div>
        <div><dt>{t('stock.entry.day')}</dt><dd>{formatDate(entry.business_day)}</dd></div>
        {entry.reason && <div><dt>{t('stock.form.reason')}</dt><dd>{t(`stock.reason.${entry.reason}`)}</dd></div>}
        <div><dt>{t('stock.form.lines')}</dt><dd><Figure value={formatNumber(entry.lines)} /></dd></div>
        <div><dt>{t('stock.ledger.column.quantity')}</dt><dd>{signed(entry.pieces)}</dd></div>
      </dl>
      <div className="doc">
        {/* No line of it can be focused: keys scroll the lines themselves. */}
        <div className="body" role="region" aria-label={t('stock.form.lines')} tabIndex={0}>
          <LinesTable columns={columns} lines={items} count={entry.lines} onMore={onAll} className="entry-items" />
        </div>
        <aside className="aside" aria-label={t('kit.details')}>
          <History events={timeline} />
          {entry.note && <section className="sec"><div className="sh"><h2>{t('stock.form.note')}</h2></div><p><bdi>{entry.note}</bdi></p></section>}
        </aside>
      </div>
    </>
  );
}
