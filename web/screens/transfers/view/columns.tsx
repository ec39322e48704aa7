import type { TFunction } from 'i18next';
import type { TransferItem } from '@/db/transfers.ts';
import { lineTotal } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { variantColumns, type LineColumn } from '@/parts/lines/columns.tsx';
import { lineName } from '@/parts/variant-name.ts';
import { Figure, Money, Nil } from '@/ui/figure.tsx';

/** Whether the quantity exceeds the stock at the source. */
export const isShort = ({ quantity, at_source }: TransferItem): boolean => at_source !== null && quantity > at_source;

/** onOpen: shows the movements behind a line's quantity; undefined until goods have moved. */
export const lineColumns = (t: TFunction, costs: boolean, onOpen?: (line: TransferItem) => void): LineColumn<TransferItem>[] => [
  ...variantColumns(t, (line: TransferItem) => line),
  {
    id: 'quantity',
    label: t('lines.quantity'),
    width: 96,
    num: true,
    cell: (line) => {
      const figure = (
        <span className={isShort(line) ? 'negative' : undefined}>
          <Figure value={formatNumber(line.quantity)} />
        </span>
      );
      return onOpen ? (
        <button
          type="button"
          className="reason"
          aria-label={`${formatNumber(line.quantity)}, ${t('transfers.movements.open', { name: lineName(line) })}`}
          onClick={() => onOpen(line)}
        >
          {figure}
        </button>
      ) : (
        figure
      );
    },
  },
  ...(costs
    ? [
        {
          id: 'cost',
          label: t('transfers.col.unitCost'),
          width: 104,
          num: true,
          cell: ({ unit_cost }: TransferItem) => (unit_cost === null ? <Nil /> : <Money value={unit_cost} />),
        },
        {
          id: 'amount',
          label: t('transfers.col.lineAmount'),
          width: 128,
          num: true,
          cell: ({ quantity, unit_cost }: TransferItem) =>
            unit_cost === null ? <Nil /> : <Money value={lineTotal({ quantity, price: unit_cost })} />,
        },
      ]
    : []),
];
