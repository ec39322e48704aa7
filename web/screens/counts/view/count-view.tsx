import { useQuery } from '@tanstack/react-query';
import { Check, ClipboardCheck, ClipboardList, RotateCcw, Scale, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { collectAll } from '@/db/calls.ts';
import { allCountLines, cancelCount, closeCount, countDetail, recount, type CountDetail } from '@/db/counts.ts';
import { useCan, useMe, useUserKey } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { inOrder } from '@/lib/row-order.ts';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';
import { Found } from '@/kit/found.tsx';
import { History } from '@/parts/document/history.tsx';
import { useAfterScans } from '@/parts/document/use-after-scans.ts';
import { useAskedStep } from '@/parts/document/use-asked-step.ts';
import { usePaper } from '@/parts/document/use-paper.ts';
import { placeName } from '@/parts/place-name.ts';
import type { ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { Banner, Note } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { labelsEntry } from '@/parts/printing/labels-entry.ts';
import { Menu } from '@/ui/menu.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { PageHead } from '@/ui/page-head.tsx';
import { actionsOf } from './actions.ts';
import { Comparing } from './comparing.tsx';
import { CountStatus } from '../statuses.tsx';
import { Counting } from './counting.tsx';
import { paperOf, type CountPaper } from './paper.ts';
import { PostDialog } from './post-dialog.tsx';
import { scopeWords } from './scope-words.ts';
import { SetAside } from './set-aside.tsx';
import { SummaryStrip } from './summary-strip.tsx';
import { useTallies } from './use-tallies.ts';
import '../counts.css';

/** /inventory/counts/{id}: count, compare, post. */
export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const query = useQuery({ ...countDetail(id), refetchInterval: 15_000 });
  return (
    <Found
      query={query}
      title={t('counts.one')}
      notFound={{
        title: t('counts.notFound.title'),
        text: t('counts.notFound.text'),
        icon: ClipboardCheck,
        href: '/inventory/counts',
        backLabel: t('counts.back'),
      }}
    >
      {(detail) => <Count key={id} detail={detail} readAt={query.dataUpdatedAt} />}
    </Found>
  );
}

type Asking = 'close' | 'cancel' | 'post' | { recount: string[] };

function Count({ detail, readAt }: { detail: CountDetail; readAt: number }) {
  const { t } = useTranslation();
  const me = useMe();
  const can = useCan();
  const online = useOnline();
  const [asking, setAsking] = useState<Asking | null>(null);
  const again = asking !== null && typeof asking === 'object' ? asking.recount : [];
  const currency = currencyWord();
  const { count, summary, timeline } = detail;
  const scope = scopeWords(t, detail);
  const tallies = useTallies(useUserKey(), count.id);
  const { printing, print } = usePaper(async (kind: CountPaper) => {
    const lines = inOrder(await collectAll(allCountLines({ id: count.id, show: kind === 'sheet' ? 'sheet' : 'counted' })), {
      by: 'product',
      descending: false,
    });
    return paperOf(kind, { t, currency, count, scope, lines, costs: can('inventory.costs.view') });
  });
  const worksInBranch = me.branches.find((branch) => branch.id === count.branch_id)?.access === 'work';
  const may = actionsOf(count, { can, worksInBranch });

  const navigate = useNavigate();
  // The lines change, so the list returns to its first page.
  const firstPage = () => void navigate('.', { replace: true });
  const lines = formatNumber(summary.counted);
  const question =
    asking === null || asking === 'post'
      ? null
      : {
          close: () => ({
            icon: Scale,
            title: t('counts.close.title'),
            confirm: t('counts.action.close'),
            run: () => closeCount(count.id),
            onDone: firstPage,
            children: <p>{t('counts.close.text', { lines, left: formatNumber(summary.uncounted) })}</p>,
          }),
          cancel: () => ({
            icon: X,
            danger: true,
            irreversible: true,
            title: t('counts.cancel.title'),
            confirm: t('counts.action.cancel'),
            keep: t('counts.cancel.keep'),
            run: () => cancelCount(count),
            onDone: firstPage,
            children: <p>{t('counts.cancel.text', { lines })}</p>,
          }),
          recount: () => ({
            icon: RotateCcw,
            title: t('counts.recount.title'),
            confirm: again.length === 0 ? t('counts.action.reopen') : t('counts.recount.confirm', { count: again.length }),
            run: () => recount(count, again),
            onDone: firstPage,
            children: <p>{again.length === 0 ? t('counts.recount.open') : t('counts.recount.text', { count: again.length })}</p>,
          }),
        }[typeof asking === 'object' ? 'recount' : asking]();
  const menuItems: MenuEntry[] = [
    ...labelsEntry(t, can, 'counts', count.id),
    ...(may.recount ? [{ label: t('counts.action.reopen'), icon: RotateCcw, onSelect: () => setAsking({ recount: [] }) }] : []),
    ...(may.cancel ? [{ label: t('counts.action.cancel'), icon: X, danger: true, onSelect: () => setAsking('cancel') }] : []),
  ];
  const unsent = tallies.waiting.length > 0 ? t('counts.waiting', { count: tallies.waiting.length }) : undefined;
  const offline = online ? undefined : t('kit.offline');
  const scanner = useRef<ScannerHandle>(null);
  const close = useAfterScans(scanner, () => setAsking('close'));
  useAskedStep({ close: may.count ? close : undefined, post: may.post ? () => setAsking('post') : undefined });
  return (
    <div className="count">
      <PageHead
        title={count.number}
        stamp={<CountStatus status={count.status} stamp />}
        sub={[placeName(t, count), scope].filter(Boolean).join(' · ')}
        actions={
          <>
            {may.sheet && (
              <Button icon={ClipboardList} busy={printing === 'sheet'} onClick={() => void print('sheet')}>
                {t('counts.action.sheet')}
              </Button>
            )}
            {may.compare && (
              <Button icon={ClipboardCheck} busy={printing === 'report'} onClick={() => void print('report')}>
                {t('counts.action.report')}
              </Button>
            )}
            {menuItems.length > 0 && <Menu label={t('counts.action.more')} items={menuItems} />}
            {may.count && (
              <Button variant="primary" icon={Scale} reason={unsent ?? offline} onClick={close}>
                {t('counts.action.close')}
              </Button>
            )}
            {may.post && (
              <Button variant="primary" icon={Check} reason={offline} onClick={() => setAsking('post')}>
                {t('counts.action.post')}
              </Button>
            )}
          </>
        }
      />
      <SummaryStrip summary={summary} sees={may.compare} currency={currency} />
      {count.status === 'comparing' && !may.post && (
        <div className="section">
          <Note>{t('counts.waitsForCompare')}</Note>
        </div>
      )}
      {count.status === 'posting' && (
        <div className="section">
          <Note>{t('counts.partly')}</Note>
        </div>
      )}
      {!!summary.corrected && (
        <div className="section">
          <Note>{t('counts.corrected', { count: summary.corrected })}</Note>
        </div>
      )}
      <SetAside tallies={tallies} />
      {count.status === 'comparing' && unsent && (
        <div className="section">
          <Banner
            tone="warn"
            actions={
              <Button small onClick={tallies.drop}>
                {t('counts.dropUnsent')}
              </Button>
            }
          >
            {t('counts.unsentLate', { count: tallies.waiting.length })}
          </Banner>
        </div>
      )}
      {count.status === 'counting' ? (
        <Counting detail={detail} readAt={readAt} mayCount={may.count} tallies={tallies} scanner={scanner} />
      ) : (
        <Comparing
          key={`${count.status} ${may.compare}`}
          detail={detail}
          readAt={readAt}
          sees={may.compare}
          seesLedger={can('inventory.stock.view')}
          seesCosts={can('inventory.costs.view')}
          currency={currency}
          mayExport={can('inventory.stock.export')}
          onRecount={may.recount ? (variantIds) => setAsking({ recount: variantIds }) : undefined}
        />
      )}
      <History events={timeline} of={{ table: 'stock_counts', id: count.id, number: count.number }} />
      {asking === 'post' && <PostDialog count={count} summary={summary} currency={currency} onClose={() => setAsking(null)} />}
      {question && (
        <ActionDialog
          {...question}
          // A link opens the question before the scans kept on this device are read.
          blocked={asking === 'close' ? unsent : undefined}
          changes={['stock_counts']}
          number={count.number}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
