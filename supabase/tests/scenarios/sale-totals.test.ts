/* Random sales, 198 of them or thousands (`npm run test:long`), are also computed by the counter: offline it
   must show what the database will record. */
import Big from 'big.js';
import { expect } from 'vitest';
import { listPrice, roundToCoin, saleMoney, allocatePayments, type PricingRules, type Selling } from '../../../web/lib/sale-money.ts';
import { seed, seededRandom } from '../seeded-random.ts';
import { people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf } from '../fixtures.ts';
import { customer, goods, preview, sell } from './selling.ts';

const SALES = Number(process.env.DAFTAR_PROPERTY_CASES ?? 198);

async function house(on: TestSession, { decimals, included, coin }: PricingRules & { coin: number | null }): Promise<void> {
  await on.asDatabaseOwner();
  await on.rows('update public.business set currency_decimals = $1, prices_include_tax = $2, cash_rounding = $3', decimals, included, coin);
  await on.as(people.owner);
}

scenario(
  `preview and recording match the counter’s totals for ${SALES} sales (SEED=${seed})`,
  async (on) => {
    Big.DP = 40;
    const roll = seededRandom(seed);
    const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
    const shelf: { variant: string; price: Big; most: number }[] = [];
    for (const [price, most] of [
      ['100', 10],
      ['19.99', 0],
      ['0.05', 25],
      ['1249.5', 15],
      ['7.333', 100],
      ['0.1255', 50],
      ['999999.99', 5],
      ['33.3333', 33.3333],
    ] as const) {
      shelf.push({
        variant: (await goods(on, 10_000_000, { price, max_discount: most, by_measure: true })).variant,
        price: new Big(price),
        most,
      });
    }
    const groups: { id: string | undefined; percentage: string }[] = [{ id: undefined, percentage: '0' }];
    for (const percentage of ['-18', '7.5', '33.3333', '-100']) {
      const group = await on.value<string>(
        'insert into public.price_groups (name, percentage) values ($1, $2) returning id',
        `Random ${percentage}`,
        percentage,
      );
      groups.push({ id: await customer(on, { price_group_id: group }), percentage });
    }
    const plain = await customer(on);
    const taxes: { id: string | null; percentage: string }[] = [{ id: null, percentage: '0' }];
    for (const percentage of ['14', '15', '7.25', '33.3333']) {
      taxes.push({
        id: await on.value<string>(
          'insert into public.tax_rates (name, percentage) values ($1, $2) returning id',
          `Random ${percentage}`,
          percentage,
        ),
        percentage,
      });
    }
    const [cash, card] = [await idOf(on, 'payment_methods', 'Cash'), await idOf(on, 'payment_methods', 'Card')];

    const houses = [2, 0, 3].flatMap((decimals) =>
      [false, true].flatMap((included) =>
        (decimals === 0 ? [null, 1] : [null, 0.05, 0.25]).map((coin): PricingRules & { coin: number | null } => ({
          decimals,
          included,
          coin,
        })),
      ),
    );
    for (const each of houses) {
      await house(on, each);
      for (let sold = 0; sold < SALES / houses.length; sold++) {
        const [group, tax] = [pick(groups), pick(taxes)];
        const amount = (most: Big): Big => most.times(roll(1001)).div(1000).round(each.decimals, Big.roundDown);
        const sent: Row[] = [];
        const lines = Array.from({ length: 1 + roll(6) }, (): Selling => {
          const item = pick(shelf);
          const list = new Big(listPrice(item.price.toFixed(), group.percentage, each));
          const quantity = roll(3) === 0 ? new Big(1 + roll(4000)).div(1000) : new Big(1 + roll(12));
          const typed = roll(5) === 0 ? new Big(roll(20_000_000)).div(10_000) : undefined;
          const unit = typed ?? list;
          const discount = roll(3) === 0 ? amount(quantity.times(unit).round(each.decimals, Big.roundHalfUp)) : new Big(0);
          sent.push({
            variant_id: item.variant,
            quantity: quantity.toFixed(),
            ...(typed ? { unit_price: typed.toFixed() } : {}),
            ...(discount.gt(0) ? { discount: discount.toFixed() } : {}),
          });
          return {
            product: item.variant,
            quantity: quantity.toFixed(),
            base: item.price.toFixed(),
            ...(typed ? { price: typed.toFixed() } : {}),
            maxDiscount: String(item.most),
            discount: discount.toFixed(),
          };
        });
        const deal = { group: group.percentage, discount: '0', tax: tax.percentage };
        const undiscounted = saleMoney(lines, deal, each);
        const offWhole = roll(3) === 0 ? amount(new Big(undiscounted.subtotal).minus(undiscounted.discount)) : new Big(0);
        const due = saleMoney(lines, { ...deal, discount: offWhole.toFixed() }, each);

        // Part is paid by card, the rest in cash with or without change, or left on the account.
        const byCard = roll(3) === 0 ? amount(new Big(due.total)) : new Big(0);
        const owed = new Big(due.total).minus(byCard);
        const coins = new Big(roundToCoin(owed.toFixed(), each.coin));
        const handed = pick([owed, owed.plus(amount(new Big(100))), amount(owed), coins, coins.plus(each.coin ?? 0)]);
        const payments = [
          { payment_method_id: cash, amount: handed.toFixed() },
          { payment_method_id: card, amount: byCard.toFixed() },
        ].filter((payment) => Number(payment.amount) > 0 && !(payment.payment_method_id === cash && owed.eq(0)));
        const settled = allocatePayments(
          due.total,
          payments.map((payment) => ({ amount: payment.amount, cash: payment.payment_method_id === cash })),
          each.coin,
        );
        expect(settled.exceeds).toBe(false);
        const sale = {
          customer_id: group.id ?? plain,
          tax_rate_id: tax.id,
          discount: offWhole.toFixed(),
          discount_reason: 'Dice',
          tax_reason: 'Dice',
        };

        const told = `SEED=${seed} ${JSON.stringify([each, sale, sent, payments])}`;
        const money = {
          subtotal: Number(due.subtotal),
          discount: Number(due.discount),
          tax: Number(due.tax),
          total: Number(due.total),
          paid: Number(settled.paid),
          remaining: Number(settled.remaining),
          change: Number(settled.change),
          rounding: Number(settled.rounding),
        };
        const { lines: previewed, beyond, ...sums } = (await preview(on, sent, sale, payments)) as { lines: Row[]; beyond: Row[] };
        expect(sums, told).toEqual(money);
        expect(
          beyond.map((one) => one.line),
          told,
        ).toEqual(due.lines.flatMap(({ exceedsMaxDiscount: beyond }, index) => (beyond ? [index + 1] : [])));
        const worked = due.lines.map(({ listPrice, unitPrice, ...line }) =>
          [listPrice, unitPrice, line.subtotal, line.share, line.tax, line.total].map(Number),
        );
        expect(
          previewed.map((one) => [one.list_price, one.unit_price, one.subtotal, one.document_discount, one.tax, one.total]),
          told,
        ).toEqual(worked);
        const recorded = await sell(on, sent, sale, payments);
        expect(recorded, told).toMatchObject(money);
        expect(
          await on.rows(
            'select subtotal, document_discount as share, tax, total from public.sale_lines where sale_id = $1 order by position',
            recorded.id,
          ),
          told,
        ).toEqual(worked.map(([, , subtotal, share, of, total]) => ({ subtotal, share, tax: of, total })));
      }
    }
  },
  300_000,
);
