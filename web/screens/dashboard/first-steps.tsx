import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { useMe } from '@/db/me.ts';
import { listOf, type Table } from '@/db/tables.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useUserKey } from '@/kit/use-permission.ts';
import { useStored } from '@/kit/use-stored.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';

const useAny = (table: Table, asks: boolean) => {
  const { data } = useQuery({ ...listOf<Table, { id: string }>(table, { select: ['id' as never], limit: 1 }), enabled: asks });
  return data && data.rows.length > 0;
};

/** What an owner does first in an empty business, in its order: it goes away with the last step, or when it is put away. */
export function FirstSteps() {
  const { t } = useTranslation();
  const { role, branches } = useMe();
  const [over, setOver] = useStored(`first-steps:${useUserKey()}`, false);
  const asks = role.is_owner && !over;
  const [products, stock, purchases] = [useAny('products', asks), useAny('stock_movements', asks), useAny('purchase_orders', asks)];
  const branch = branches.length > 0;
  const done = branch && products && stock && purchases;
  useEffect(() => {
    if (asks && done) setOver(true);
  }, [asks, done, setOver]);
  if (!asks || done || products === undefined || stock === undefined || purchases === undefined) return null;
  const steps = [
    { name: 'branch', done: branch, open: true, href: '/settings/branches/add' },
    { name: 'products', done: products, open: true, href: '/inventory/product/add', also: '/inventory/products/import' },
    { name: 'stock', done: stock, open: branch && products, href: '/inventory/stock/add' },
    { name: 'purchase', done: purchases, open: branch && products, href: '/purchase/add' },
  ] as const;
  const next = steps.find((step) => !step.done);
  return (
    <section className="sec first-steps" aria-labelledby="first-steps">
      <div className="sh">
        <h2 id="first-steps">{t('dashboard.first.title')}</h2>
        <IconButton small variant="quiet" className="end" icon={X} label={t('dashboard.first.hide')} onClick={() => setOver(true)} />
      </div>
      <ol>
        {steps.map((step) => (
          <li key={step.name} className={step.done ? 'done' : undefined}>
            <Icon of={step.done ? CircleCheck : Circle} />
            <span className="grow">
              <b>{t(`dashboard.first.${step.name}`)}</b>
              {step.done && <span className="sr"> {t('dashboard.first.done')}</span>}
              {!step.done && <small>{t(step.open ? `dashboard.first.${step.name}Text` : 'dashboard.first.later')}</small>}
            </span>
            {!step.done && step.open && (
              <span className="row">
                {'also' in step && <Button small href={step.also}>{t('kit.import')}</Button>}
                <Button small variant={step === next ? 'primary' : 'secondary'} href={step.href}>{t(`dashboard.first.${step.name}Do`)}</Button>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
