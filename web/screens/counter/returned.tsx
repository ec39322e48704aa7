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
    returnValueOf,
  },
}: {
  cart: Cart;
}) {
  const { t } = useTranslation();
  const change = (line: ReturnLine, next: Partial<ReturnLine>) =>
    changeHead({ returns: returns.map((other) => (other === line ? { ...other, ...next } : other)) });
  return (
    <section className="counter-back" aria-label={t('counter.back.title')}>
      <table className="data-table lines cards">
        <thead>
          <tr>
            <th scope="col">{t('counter.back.title')}</th>
            <th scope="col" className="numeric figure-column figure-edge">
              {t('counter.back.left')}
            </th>
            <th scope="col" className="numeric figure-column">
              {t('lines.quantity')}
            </th>
            <th scope="col" className="numeric figure-column">
              {t('counter.back.worth')}
            </th>
            <th>
              <span className="sr-only">{t('lines.remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {returns.map((line) => {
            const [problem, worth, name] = [returnProblem(line), returnValueOf(line.lineId), lineName(line.variant)];
            return (
              <tr key={line.lineId}>
                <td className="card-name">
                  <span className="record-name">
                    <bdi>{name}</bdi>
                    <small>
                      <Icon of={Undo2} size={14} className="warning" /> <bdi className="number">{line.number}</bdi>
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
                <td className="numeric figure-column figure-edge" data-l={t('counter.back.left')}>
                  <Quantity value={line.left} />
                </td>
                <td className="numeric figure-column" data-l={t('lines.quantity')}>
                  <NumberInput
                    value={line.quantity}
                    format={formatNumber}
                    invalid={problem !== null}
                    label={t('lines.quantityOf', { name })}
                    onChange={(quantity) => change(line, { quantity })}
                  />
                  <ReturnProblem line={line} />
                </td>
                <td className="numeric figure-column" data-l={t('counter.back.worth')}>
                  {worth === undefined ? '' : <Money value={worth} />}
                </td>
                <td className="card-remove">
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
