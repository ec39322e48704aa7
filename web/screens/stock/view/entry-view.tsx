import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { entryDetail, type EntryDetail } from '@/db/stock.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Found } from '@/parts/document/found.tsx';
import { History } from '@/parts/document/history.tsx';
import { VariantCells } from '@/parts/lines/variant-cells.tsx';
import '@/parts/lines/lines.css';
import { placeName } from '@/parts/place-name.ts';
import { Button } from '@/ui/button.tsx';
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
      {(detail) => <Entry detail={detail} more={found.isPlaceholderData} onAll={() => setWhole(true)} />}
    </Found>
  );
}

interface EntryProps {
  detail: EntryDetail;
  /** The rest of its lines is on the way. */
  more: boolean;
  onAll: () => void;
}

function Entry({ detail: { entry, items, timeline }, more, onAll }: EntryProps) {
  const { t } = useTranslation();
  const signed = (value: number) => <Figure value={`${value > 0 ? '+' : ''}${formatNumber(value)}`} tone={value < 0 ? 'neg' : 'pos'} />;
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
          <table className="t slip lines entry-items" aria-label={t('stock.form.lines')}>
            <colgroup><col style={{ inlineSize: 60 }} /><col /><col className="c-variant" /><col className="c-code" /><col style={{ inlineSize: 112 }} /></colgroup>
            <thead>
              <tr>
                <th scope="col" className="ln-no">#</th>
                <th scope="col">{t('stock.column.product')}</th>
                <th scope="col">{t('stock.column.variant')}</th>
                <th scope="col">{t('stock.column.barcode')}</th>
                <th scope="col" className="num col col2">{t('stock.ledger.column.quantity')}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((line, at) => (
                <tr key={line.id}>
                  <td className="ln-no mut"><Figure value={formatNumber(at + 1)} /></td>
                  <VariantCells variant={line} />
                  <td className="num col col2" data-l={t('stock.ledger.column.quantity')}>{signed(line.quantity)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {items.length < entry.lines && <p className="sec"><Button busy={more} onClick={onAll}>{t('stock.entry.all', { count: entry.lines })}</Button></p>}
        </div>
        <aside className="aside" aria-label={t('kit.details')}>
          <History events={timeline} />
          {entry.note && <section className="sec"><div className="sh"><h2>{t('stock.form.note')}</h2></div><p><bdi>{entry.note}</bdi></p></section>}
        </aside>
      </div>
    </>
  );
}
