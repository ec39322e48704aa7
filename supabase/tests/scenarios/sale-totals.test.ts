/* Random sales, 198 of them or thousands (`npm run test:long`), are also computed by the counter: offline it
   must show what the database will record. The tax of each rate is computed once more, exactly. */
import Big from 'big.js';
import { expect } from 'vitest';
import { listPrice, roundToCoin, saleMoney, allocatePayments, type PricingRules, type Selling } from '../../../web/lib/sale-money.ts';
import { seed, seededRandom } from '../seeded-random.ts';
import { people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf } from '../fixtures.ts';
import { customer, goods, preview, sell } from './selling.ts';

/** How many sales in all, and in each test: a sale takes longer the more came before it in the same transaction. */
const SALES = Number(process.env.DAFTAR_PROPERTY_CASES ?? 198);
const SALES_EACH = Math.min(SALES, 198);

type House = PricingRules & { coin: number | null };
type Rate = { id: string; percentage: number } | null;

async function house(on: TestSession, { decimals, included, coin }: House, usual: Rate): Promise<void> {
  await on.asDatabaseOwner();
  await on.rows(
    'update public.business set currency_decimals = $1, prices_include_tax = $2, cash_rounding = $3, sale_tax_rate_id = $4',
    decimals,
    included,
    coin,
    usual?.id ?? null,
  );
  await on.as(people.owner);
}

/** How many sales of each kind of business come back. */
const RETURNED = 5;
/** What is left of each line is returned in two parts, and comes to the line's tax and total. */
async function returnInParts(on: TestSession, id: string, customer_id: string, partOf: (quantity: Big) => Big): Promise<void> {
  const lines = await on.rows<Row>('select id, quantity::text, tax, total from public.sale_lines where sale_id = $1 order by position', id);
  for (const line of lines) {
    const whole = new Big(String(line.quantity));
    const first = partOf(whole);
    const back: Row[] = [];
    for (const quantity of [first, whole.minus(first)].filter((part) => part.gt(0))) {
      const { id: returned } = await sell(on, [{ returns_line_id: line.id, quantity: quantity.toFixed() }], { customer_id });
      back.push(...(await on.rows<Row>('select tax, total from public.sale_lines where sale_id = $1', returned)));
    }
    const sum = (of: 'tax' | 'total') => back.reduce((all, one) => all.plus(String(one[of])), new Big(0));
    expect([sum('tax').toFixed(), sum('total').toFixed()]).toEqual(
      [line.tax, line.total].map((amount) => new Big(String(amount)).neg().toFixed()),
    );
  }
}

for (let at = seed; at < seed + SALES / SALES_EACH; at++)
  scenario(
    `preview and recording match the counter’s totals for ${SALES_EACH} sales (SEED=${at})`,
    async (on) => {
      Big.DP = 40;
      const roll = seededRandom(at);
      const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
      const taxes: Rate[] = [null];
      for (const percentage of [0, 14, 15, 7.25, 33.3333]) {
        const id = await on.value<string>(
          'insert into public.tax_rates (name, percentage) values ($1, $2) returning id',
          `Random ${percentage}`,
          percentage,
        );
        taxes.push({ id, percentage });
      }
      const shelf: { variant: string; price: Big; most: number; rate: Rate }[] = [];
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
        const rate = taxes[shelf.length % taxes.length]!;
        shelf.push({
          variant: (await goods(on, 10_000_000, { price, max_discount: most, by_measure: true, tax_rate_id: rate?.id ?? null })).variant,
          price: new Big(price),
          most,
          rate,
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
      const [cash, card] = [await idOf(on, 'payment_methods', 'Cash'), await idOf(on, 'payment_methods', 'Card')];

      const houses = [2, 0, 3].flatMap((decimals) =>
        [false, true].flatMap((included) =>
          (decimals === 0 ? [null, 1] : [null, 0.05, 0.25]).map(
            (coin): House => ({
              decimals,
              included,
              coin,
            }),
          ),
        ),
      );
      for (const each of houses) {
        const usual = pick(taxes);
        await house(on, each, usual);
        for (let sold = 0; sold < SALES_EACH / houses.length; sold++) {
          const group = pick(groups);
          // Of the sale, if it names one.
          const chosen = roll(3) === 0 ? pick(taxes) : undefined;
          const amount = (most: Big): Big => most.times(roll(1001)).div(1000).round(each.decimals, Big.roundDown);
          const sent: Row[] = [];
          const lines = Array.from({ length: 1 + roll(6) }, (): Selling => {
            const item = pick(shelf);
            const list = new Big(listPrice(item.price.toFixed(), group.percentage, each));
            const quantity = roll(3) === 0 ? new Big(1 + roll(4000)).div(1000) : new Big(1 + roll(12));
            const typed = roll(5) === 0 ? new Big(roll(20_000_000)).div(10_000) : undefined;
            const unit = typed ?? list;
            const own = roll(6) === 0 ? pick(taxes) : undefined;
            const discount = roll(3) === 0 ? amount(quantity.times(unit).round(each.decimals, Big.roundHalfUp)) : new Big(0);
            sent.push({
              variant_id: item.variant,
              quantity: quantity.toFixed(),
              ...(typed ? { unit_price: typed.toFixed() } : {}),
              ...(discount.gt(0) ? { discount: discount.toFixed() } : {}),
              ...(own === undefined ? {} : { tax_rate_id: own?.id ?? null }),
            });
            return {
              product: item.variant,
              quantity: quantity.toFixed(),
              base: item.price.toFixed(),
              ...(typed ? { price: typed.toFixed() } : {}),
              maxDiscount: String(item.most),
              discount: discount.toFixed(),
              tax: own !== undefined ? own : chosen !== undefined ? chosen : (item.rate ?? usual),
            };
          });
          const deal = { group: group.percentage, discount: '0' };
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
            ...(chosen === undefined ? {} : { tax_rate_id: chosen?.id ?? null }),
            discount: offWhole.toFixed(),
            discount_reason: 'Dice',
            tax_reason: 'Dice',
          };

          const told = `SEED=${at} ${JSON.stringify([each, sale, sent, payments])}`;
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
          const ofRate = await on.rows<Row>(
            `select tax_percentage::text as percentage, sum(subtotal - discount - document_discount)::text as net, sum(tax)::text as tax
           from public.sale_lines where sale_id = $1 group by tax_rate_id, tax_percentage`,
            recorded.id,
          );
          for (const { percentage, net, tax } of ofRate) {
            const rate = new Big(String(percentage));
            const exact = new Big(String(net)).times(rate).div(each.included ? rate.plus(100) : 100);
            expect(new Big(String(tax)).toFixed(), told).toBe(exact.round(each.decimals, Big.roundHalfUp).toFixed());
          }
          if (sold < RETURNED)
            await returnInParts(on, recorded.id, sale.customer_id, (whole) => whole.times(roll(1001)).div(1000).round(3, Big.roundDown));
        }
      }
    },
    120_000,
  );
