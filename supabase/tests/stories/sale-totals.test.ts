/* Three thousand random sales, each worked out besides in exact decimals, by other code than the database's. */
import Big from 'big.js';
import { expect } from 'vitest';
import { dice } from '../crowd.ts';
import { people, story, type Row, type Scene } from '../database.ts';
import { idOf } from '../fixtures.ts';
import { customer, goods, preview, sell } from './selling.ts';

const SALES = 3000;
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 32);

interface House {
  decimals: number;
  included: boolean;
}
interface Line {
  quantity: Big;
  list: Big;
  unit: Big;
  most: number;
  discount: Big;
}

/** What the words of the requirements make of a sale. */
function workedOut(lines: Line[], offWhole: Big, tax: Big, { decimals, included }: House) {
  const rounded = (value: Big): Big => value.round(decimals, Big.roundHalfUp);
  const nets = lines.map((line) => rounded(line.quantity.times(line.unit)).minus(line.discount));
  const whole = nets.reduce((sum, net) => sum.plus(net), new Big(0));
  let upTo = new Big(0);
  let given = new Big(0);
  const worked = lines.map((line, at) => {
    upTo = upTo.plus(nets[at] ?? 0);
    const share = whole.eq(0) ? new Big(0) : rounded(offWhole.times(upTo).div(whole)).minus(given);
    given = given.plus(share);
    const net = (nets[at] ?? new Big(0)).minus(share);
    const taxed = rounded(net.times(tax).div(included ? tax.plus(100) : 100));
    const listed = line.quantity.times(line.list);
    const beyond = rounded(listed).minus(net).gt(listed.times(line.most).div(100).round(decimals, Big.roundUp));
    return { subtotal: rounded(line.quantity.times(line.unit)), share, tax: taxed, total: included ? net : net.plus(taxed), beyond };
  });
  const sum = (of: (each: (typeof worked)[number]) => Big): number => worked.reduce((total, each) => total.plus(of(each)), new Big(0)).toNumber();
  return {
    beyond: worked.flatMap(({ beyond }, at) => (beyond ? [at + 1] : [])),
    lines: worked.map(({ subtotal, share, tax: of, total }) => [subtotal, share, of, total].map((figure) => figure.toNumber())),
    subtotal: sum((each) => each.subtotal), tax: sum((each) => each.tax), total: sum((each) => each.total),
    discount: lines.reduce((total, line) => total.plus(line.discount), offWhole).toNumber(),
  };
}

async function house(on: Scene, { decimals, included }: House): Promise<void> {
  await on.byHand();
  await on.rows('update public.business set currency_decimals = $1, prices_include_tax = $2', decimals, included);
  await on.as(people.owner);
}

story(`comes to what its words say, previewed and recorded, ${SALES} times (SEED=${seed})`, async (on) => {
  Big.DP = 40;
  const roll = dice(seed);
  const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
  const shelf: { variant: string; price: Big; most: number }[] = [];
  for (const [price, most] of [['100', 10], ['19.99', 0], ['0.05', 25], ['1249.5', 15], ['7.333', 100], ['0.1255', 50], ['999999.99', 5], ['33.3333', 33.3333]] as const) {
    shelf.push({ variant: (await goods(on, 10_000_000, { price, max_discount: most })).variant, price: new Big(price), most });
  }
  const groups: { id: string | undefined; factor: Big }[] = [{ id: undefined, factor: new Big(1) }];
  for (const percentage of ['-18', '7.5', '33.3333', '-100']) {
    const group = await on.value<string>('insert into public.price_groups (name, percentage) values ($1, $2) returning id', `Random ${percentage}`, percentage);
    groups.push({ id: await customer(on, { price_group_id: group }), factor: new Big(percentage).div(100).plus(1) });
  }
  const plain = await customer(on);
  const taxes: { id: string | null; percentage: Big }[] = [{ id: null, percentage: new Big(0) }];
  for (const percentage of ['14', '15', '7.25', '33.3333']) {
    taxes.push({ id: await on.value<string>('insert into public.tax_rates (name, percentage) values ($1, $2) returning id', `Random ${percentage}`, percentage), percentage: new Big(percentage) });
  }
  const [cash, card] = [await idOf(on, 'payment_methods', 'Cash'), await idOf(on, 'payment_methods', 'Card')];

  const houses = [2, 0, 3].flatMap((decimals) => [false, true].map((included): House => ({ decimals, included })));
  for (const each of houses) {
    await house(on, each);
    for (let sold = 0; sold < SALES / houses.length; sold++) {
      const [group, tax] = [pick(groups), pick(taxes)];
      const amount = (most: Big): Big => most.times(roll(1001)).div(1000).round(each.decimals, Big.roundDown);
      const sent: Row[] = [];
      const lines = Array.from({ length: 1 + roll(6) }, (): Line => {
        const item = pick(shelf);
        const list = item.price.times(group.factor).round(each.decimals, Big.roundHalfUp);
        const quantity = roll(3) === 0 ? new Big(1 + roll(4000)).div(1000) : new Big(1 + roll(12));
        const typed = roll(5) === 0 ? new Big(roll(20_000_000)).div(10_000) : undefined;
        const unit = typed ?? list;
        const discount = roll(3) === 0 ? amount(quantity.times(unit).round(each.decimals, Big.roundHalfUp)) : new Big(0);
        sent.push({ variant_id: item.variant, quantity: quantity.toFixed(), ...(typed ? { unit_price: typed.toFixed() } : {}), ...(discount.gt(0) ? { discount: discount.toFixed() } : {}) });
        return { quantity, list, unit, most: item.most, discount };
      });
      const whole = lines.reduce((sum, line) => sum.plus(line.quantity.times(line.unit).round(each.decimals, Big.roundHalfUp)).minus(line.discount), new Big(0));
      const offWhole = roll(3) === 0 ? amount(whole) : new Big(0);
      const due = workedOut(lines, offWhole, tax.percentage, each);

      // Some by card, the rest in cash with change or without, or left on the account.
      const byCard = roll(3) === 0 ? amount(new Big(due.total)) : new Big(0);
      const owed = new Big(due.total).minus(byCard);
      const handed = pick([owed, owed.plus(amount(new Big(100))), amount(owed)]);
      const payments = [{ payment_method_id: cash, amount: handed.toFixed() }, { payment_method_id: card, amount: byCard.toFixed() }]
        .filter((payment) => Number(payment.amount) > 0 && !(payment.payment_method_id === cash && owed.eq(0)));
      const came = payments.reduce((sum, payment) => sum.plus(payment.amount), new Big(0));
      const paid = came.gt(due.total) ? new Big(due.total) : came;
      const sale = { customer_id: group.id ?? plain, tax_rate_id: tax.id, discount: offWhole.toFixed(), discount_reason: 'Dice' };

      const told = `SEED=${seed} ${JSON.stringify([each, sale, sent, payments])}`;
      const money = {
        subtotal: due.subtotal, discount: due.discount, tax: due.tax, total: due.total,
        paid: paid.toNumber(), remaining: new Big(due.total).minus(paid).toNumber(), change: came.minus(paid).toNumber(),
      };
      const { lines: previewed, beyond, ...sums } = (await preview(on, sent, sale, payments)) as { lines: Row[]; beyond: Row[] };
      expect(sums, told).toEqual(money);
      expect(beyond.map((one) => one.line), told).toEqual(due.beyond);
      expect(previewed.map((one) => [one.subtotal, one.document_discount, one.tax, one.total]), told).toEqual(due.lines);
      const recorded = await sell(on, sent, sale, payments);
      expect(recorded, told).toMatchObject(money);
      expect(await on.rows('select subtotal, document_discount as share, tax, total from public.sale_lines where sale_id = $1 order by position', recorded.id), told)
        .toEqual(due.lines.map(([subtotal, share, of, total]) => ({ subtotal, share, tax: of, total })));
    }
  }
}, 300_000);
