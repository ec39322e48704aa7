import { ChevronDown, CircleAlert, CircleCheck, CloudUpload, Download, Printer, Send } from 'lucide-react';
import { Fragment } from 'react';
import { errorText } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { compare, formatMoney, isZero, sum } from '@/lib/money.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Menu } from '@/ui/menu.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { Spinner } from '@/ui/spinner.tsx';
import type { FinishedSale } from './use-finish.ts';
import { receiptWays, type ReceiptWay } from './use-last-receipt.tsx';

const icons = { print: Printer, pdf: Download, send: Send } as const;

/** The sale just made; its change is shown large until the next scan. */
export function FinishedSalePanel({
  finished: { sent, change, remaining, outcome, givenBack },
  way,
  busy,
  onReceipt,
}: {
  finished: FinishedSale;
  /** How the last receipt left this counter; the first choice for the next one. */
  way: ReceiptWay;
  busy: boolean;
  onReceipt: (way?: ReceiptWay) => void;
}) {
  const { t } = useTranslation();
  const can = useCan();
  const currency = currencyWord();
  const recorded = typeof outcome === 'object' && 'recorded' in outcome ? outcome.recorded : null;
  // Recorded amounts take precedence, because the drawer is counted by them.
  const money = recorded ?? { total: sent.total, change, remaining };
  const refused = typeof outcome === 'object' && 'refused' in outcome ? outcome.refused : null;
  const word = givenBack.length > 0 ? 'counter.made.giveBack' : isZero(money.change) ? 'counter.made.noChange' : 'payments.change';
  useShortcut('Mod+p', () => onReceipt('print'));
  const online = useOnline();
  return (
    <section className="section counter-finished" aria-live="polite">
      <p className="counter-done">
        {outcome === 'sending' ? (
          <Spinner />
        ) : (
          <Icon
            of={recorded ? CircleCheck : refused ? CircleAlert : CloudUpload}
            size={20}
            className={recorded ? 'positive' : refused ? 'negative' : 'warning'}
          />
        )}
        <b>{recorded ? <bdi className="number">{recorded.number}</bdi> : t('counter.made.local', { number: sent.localNumber })}</b>
      </p>
      <dl className="counter-big">
        <dt>{t(word, { currency, method: givenBack.map(nameOf).join(t('kit.listComma')) })}</dt>
        <dd>
          <Figure value={formatMoney(givenBack.length > 0 ? sum(givenBack.map(({ amount }) => amount)) : money.change)} />
        </dd>
      </dl>
      <dl className="key-values">
        {givenBack.length > 1 &&
          givenBack.map((method) => (
            <Fragment key={method.id}>
              <dt>{nameOf(method)}</dt>
              <dd>
                <Figure value={formatMoney(method.amount)} />
              </dd>
            </Fragment>
          ))}
        <dt>{t('counter.made.total')}</dt>
        <dd>
          <Figure value={formatMoney(money.total)} />
        </dd>
        {!isZero(money.remaining) && (
          <>
            <dt>{t('counter.made.remaining')}</dt>
            <dd>
              <Figure value={formatMoney(money.remaining)} />
            </dd>
          </>
        )}
      </dl>
      {recorded && compare(recorded.total, sent.total) !== 0 && (
        <Banner tone="warn">
          {t('counter.made.differs', { recorded: formatMoney(recorded.total), shown: formatMoney(sent.total), currency })}
        </Banner>
      )}
      {outcome === 'waiting' && <p className="muted">{t('counter.made.waiting')}</p>}
      {refused && (
        <Banner tone="bad">
          <b>{t('counter.made.refused')}</b>
          <p>{errorText(t, refused)}</p>
        </Banner>
      )}
      <div className="inline-group">
        {outcome !== 'sending' && !refused && (
          <span className="inline-group gap-1">
            <Button icon={icons[way]} keys="F7" busy={busy} onClick={() => onReceipt()}>
              {t(`counter.made.by.${way}`)}
            </Button>
            <Menu
              label={t('counter.made.otherWays')}
              trigger={<IconButton icon={ChevronDown} label={t('counter.made.otherWays')} />}
              items={receiptWays
                .filter((other) => other !== way)
                .map((other) => ({
                  label: t(`counter.made.by.${other}`),
                  icon: icons[other],
                  onSelect: () => onReceipt(other),
                  ...(!online && other !== 'print' && { disabled: true, reason: t('errors.network') }),
                }))}
            />
          </span>
        )}
        {recorded && can('accounting.sales.view') && (
          <Button variant="quiet" href={`/inventory/sales/view/${recorded.id}`}>
            {t('counter.made.open')}
          </Button>
        )}
      </div>
      <p className="muted">{t('counter.made.next')}</p>
    </section>
  );
}
