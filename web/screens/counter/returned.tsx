import { CircleAlert, Undo2, X } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { lineName } from '@/parts/variant-name.ts';
import { IconButton } from '@/ui/button.tsx';
import { Money, Quantity } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Status } from '@/ui/status.tsx';
import { returnProblem, type ReturnLine } from './cart.ts';
import type { Cart } from './use-cart.ts';

/** Why this quantity cannot be returned, below its field. */
export function ReturnProblem({ line }: { line: Parameters<typeof returnProblem>[0] }) {
  const { t } = useTranslation();
  const problem = returnProblem(line);
  if (problem === null) return null;
  return (
    <small className="late" role="alert">
      {problem === 'exceeds' ? t('counter.back.exceeds', { left: formatNumber(line.left) }) : t(`lines.problem.${problem}`)}
    </small>
  );
}

/** The returned goods, above the lines that are sold. */
export function Returned({
  cart: {
    head: { returns },
    changeHead,
    worthOf,
  },
}: {
  cart: Cart;
}) {
  const { t } = useTranslation();
  const change = (line: ReturnLine, next: Partial<ReturnLine>) =>
    changeHead({ returns: returns.map((other) => (other === line ? { ...other, ...next } : other)) });
  return (
    <section className="ctr-back" aria-label={t('counter.back.title')}>
      <table className="t lines cards">
        <thead>
          <tr>
            <th scope="col">{t('counter.back.title')}</th>
            <th scope="col" className="num col col2">
              {t('counter.back.left')}
            </th>
            <th scope="col" className="num col">
              {t('lines.quantity')}
            </th>
            <th scope="col" className="num col">
              {t('counter.back.worth')}
            </th>
            <th>
              <span className="sr">{t('lines.remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {returns.map((line) => {
            const [problem, worth, name] = [returnProblem(line), worthOf(line.lineId), lineName(line.variant)];
            return (
              <tr key={line.lineId}>
                <td className="x-nm">
                  <span className="nm">
                    <bdi>{name}</bdi>
                    <small>
                      <Icon of={Undo2} size={14} className="low" /> <bdi className="n">{line.number}</bdi>
                      {line.damaged && (
                        <>
                          {' '}
                          ·{' '}
                          <Status tone="bad" icon={CircleAlert}>
                            {t('sales.items.damaged')}
                          </Status>
                        </>
                      )}
                    </small>
                  </span>
                </td>
                <td className="num col col2" data-l={t('counter.back.left')}>
                  <Quantity value={line.left} />
                </td>
                <td className="num col" data-l={t('lines.quantity')}>
                  <NumberInput
                    value={line.quantity}
                    format={formatNumber}
                    invalid={problem !== null}
                    label={t('lines.quantityOf', { name })}
                    onChange={(quantity) => change(line, { quantity })}
                  />
                  <ReturnProblem line={line} />
                </td>
                <td className="num col" data-l={t('counter.back.worth')}>
                  {worth === undefined ? '' : <Money value={worth} />}
                </td>
                <td className="x-m">
                  <IconButton
                    small
                    variant="quiet"
                    icon={X}
                    label={t('lines.removeOf', { name })}
                    onClick={() => changeHead({ returns: returns.filter((other) => other !== line) })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
