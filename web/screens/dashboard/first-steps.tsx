import { Circle, CircleCheck, X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useFirstSteps } from '@/kit/use-first-steps.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';

const StartBusiness = lazy(() => import('./start-business.tsx'));

const wrapping = 'h-auto min-h-7 max-w-full py-[3px] whitespace-normal wrap-anywhere';

/** The first steps of an owner in an empty business, in order. Hidden after the last step or when dismissed; the settings show it
    again. */
export function FirstSteps() {
  const { t } = useTranslation();
  const { steps: found, isDismissed, dismiss } = useFirstSteps();
  if (!found || isDismissed) return null;
  const { branches_without_stock: left, ...known } = found;
  const done = { ...known, stock: known.stock && left.length === 0 };
  const goods = done.branch && done.products;
  const steps = [
    { name: 'business', open: true, href: '/settings/business' },
    { name: 'branch', open: true, href: '/settings/branches/add' },
    { name: 'taxes', open: true, href: '/settings/tax-rates/add' },
    { name: 'payment_methods', open: true, href: '/settings/payment-methods/add' },
    { name: 'products', open: true, href: '/inventory/products/import', also: '/inventory/product/add' },
    // One link for each branch without stock.
    { name: 'stock', open: goods, href: '/inventory/stock/add', branches: left },
    { name: 'people', open: done.branch, href: '/managment/users/add' },
    { name: 'sale', open: known.stock, href: '/accounting/sales/add' },
  ] as const;
  const next = steps.find(({ name }) => !done[name]);
  return (
    <section className="section first-steps" aria-labelledby="first-steps">
      <div className="section-head">
        <h2 id="first-steps">{t('dashboard.first.title')}</h2>
        <small className="muted">
          {t('dashboard.first.progress', { done: steps.filter(({ name }) => done[name]).length, all: steps.length })}
        </small>
        <IconButton small variant="quiet" className="ms-auto" icon={X} label={t('dashboard.first.hide')} onClick={dismiss} />
      </div>
      <ol>
        {steps.map((step) => (
          <li key={step.name} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-rule py-2.5 last:border-b-0">
            <Icon of={done[step.name] ? CircleCheck : Circle} className={done[step.name] ? 'text-ok' : 'text-ink-4'} />
            <span className="min-w-0 flex-[1_1_220px]">
              <b className={done[step.name] ? 'font-[400] text-ink-3' : undefined}>{t(`dashboard.first.${step.name}`)}</b>
              {done[step.name] && <span className="sr-only"> {t('dashboard.first.done')}</span>}
              {!done[step.name] && (
                <small className="block text-ink-3">
                  {t(step.open ? `dashboard.first.${step.name}Text` : `dashboard.first.${step.name as 'people' | 'stock' | 'sale'}Later`)}
                </small>
              )}
            </span>
            {step.name === 'business' && !done.business && (
              <span className="w-full">
                <Suspense>
                  <StartBusiness />
                </Suspense>
              </span>
            )}
            {step.name !== 'business' && !done[step.name] && step.open && (
              <span className="inline-group max-w-full flex-wrap">
                {'also' in step && (
                  <Button small className={wrapping} href={step.also}>
                    {t('dashboard.first.productsOne')}
                  </Button>
                )}
                {'branches' in step ? (
                  step.branches.map((branch, index) => (
                    <Button
                      key={branch.id}
                      small
                      className={wrapping}
                      variant={step === next && index === 0 ? 'primary' : 'secondary'}
                      href={`${step.href}?kind=opening&branch=${branch.id}`}
                    >
                      {t('dashboard.first.stockDo', { branch: nameOf(branch) })}
                    </Button>
                  ))
                ) : (
                  <Button small className={wrapping} variant={step === next ? 'primary' : 'secondary'} href={step.href}>
                    {t(`dashboard.first.${step.name}Do`)}
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
