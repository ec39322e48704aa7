import { beforeAll, describe, expect, it } from 'vitest';
import { setSettings } from '@/lib/settings.ts';
import {
  blockedBy,
  linesAddedSince,
  emptyHead,
  lineOf,
  joinVariant,
  priced,
  readCart,
  returnProblem,
  lineAmounts,
  cartTotals,
  totalOf,
  type CartHead,
  type CartLine,
  type CartVariant,
  type Pricing,
} from './cart.ts';

beforeAll(() => setSettings({ decimals: 2 }));

const pricing: Pricing = { decimals: 2, included: false, group: '0', coin: null, rates: [], defaultRateId: null };
const variant = (id: string, price = 100, max_discount = 10) => ({ variant_id: id, price, max_discount, at_source: null }) as CartVariant;
const line = (rest: Partial<CartLine> = {}, of = variant('a')): CartLine =>
  priced({ variant: of, quantity: '1', price: '', discount: '', tax: 'usual', ...rest }, pricing);
const head = (rest: Partial<CartHead> = {}): CartHead => ({ ...emptyHead, ...rest });
const cart = (lines: CartLine[], of: CartHead = head()) => cartTotals(lines, of, pricing, (id) => id === 'cash');

describe('a line', () => {
  it('costs the list price or its own, less an amount or a percentage of all its pieces', () => {
    expect(totalOf(line({ quantity: '2' }))).toBe('200');
    expect(totalOf(line({ quantity: '2', price: '90' }))).toBe('180');
    expect(totalOf(line({ quantity: '2', discount: '5.5' }))).toBe('194.5');
    expect(totalOf(line({ quantity: '3', discount: '10%' }))).toBe('270');
    expect(totalOf(line({ quantity: '3', discount: '١٠٪' }))).toBe('270');
  });
  it.each([
    [{ quantity: '' }, 'quantity', 'missing'],
    [{ quantity: '0' }, 'quantity', 'not_positive'],
    [{ quantity: '6221044201350' }, 'quantity', 'too_large'],
    [{ quantity: '0.5' }, 'quantity', 'not_whole'],
    [{ quantity: '0.0005', variant: { ...variant('a'), by_measure: true } }, 'quantity', 'too_precise'],
    [{ price: 'x' }, 'price', 'not_a_number'],
    [{ price: '-1' }, 'price', 'negative'],
    [{ price: '10000000000' }, 'price', 'too_large'],
    [{ price: '1.00001' }, 'price', 'too_precise'],
    [{ discount: 'x%' }, 'discount', 'not_a_number'],
    [{ discount: '-1' }, 'discount', 'negative'],
    [{ discount: '0.001' }, 'discount', 'too_precise'],
    [{ discount: '100.01' }, 'discount', 'more_than_line'],
  ])('is rejected with %o', (figures, figure, kind) => {
    expect(lineAmounts(line(figures)).problem).toEqual({ figure, kind });
    expect(totalOf(line(figures))).toBeNull();
  });
});

describe('a cart', () => {
  it('totals its lines less a discount on the whole, in money or percent', () => {
    expect(cart([line(), line({}, variant('b', 50))], head({ discount: '10%' }))).toMatchObject({
      lines: '150',
      discount: '15.00',
      money: { total: '135' },
    });
    expect(cart([line()], head({ discount: '12.5' }))).toMatchObject({ discount: '12.5', money: { total: '87.5' } });
    for (const wrong of ['x', '-1', '100.01', '0.001']) expect(cart([line()], head({ discount: wrong })).discount, wrong).toBeNull();
  });
  it('reports the lines above the maximum discount', () => {
    expect([...cart([line({ discount: '10%' }), line({ discount: '11%' }, variant('b'))]).beyond]).toEqual(['b']);
    // Only the database knows the maximum of a variant that this device has not stored.
    expect(cart([line({ discount: '90%' }, { ...variant('c'), max_discount: undefined })]).beyond.size).toBe(0);
  });
});

describe('the tax of a cart', () => {
  const rates = [
    { id: 'full', name: 'VAT', name_ar: null, percentage: 15, kind: 'standard', active: true },
    { id: 'book', name: 'Books', name_ar: null, percentage: 5, kind: 'reduced', active: true },
  ] as unknown as Pricing['rates'];
  const taxed = (lines: CartLine[], taxRateId: CartHead['taxRateId'] = 'usual') =>
    cartTotals(lines, head({ taxRateId }), { ...pricing, rates, defaultRateId: 'full' }, () => false);
  const shirt = line();
  const book = line({}, { ...variant('b', 10), tax_rate_id: 'book' });

  it('is that of the rate of each product, or of the rate chosen for the sale', () => {
    expect(taxed([shirt, book])).toMatchObject({ money: { tax: '15.5' }, taxChanged: false, rateUnknown: false });
    expect(taxed([shirt, book], 'full')).toMatchObject({ money: { tax: '16.5' }, taxChanged: true });
    expect(taxed([shirt], 'full').taxChanged).toBe(false);
    expect(taxed([book], 'book').taxChanged).toBe(false);
    expect(taxed([book], null)).toMatchObject({ money: { tax: '0' }, taxChanged: true });
  });
  it('is that of the rate chosen for a line, whatever the rate of the sale', () => {
    const shirtAt = (tax: string) => line({ tax });
    expect(taxed([shirtAt('book'), book])).toMatchObject({ money: { tax: '5.5' }, taxChanged: true });
    expect(taxed([shirtAt('none'), book])).toMatchObject({ money: { tax: '0.5' }, taxChanged: true });
    expect(taxed([shirtAt('book'), book], null)).toMatchObject({ money: { tax: '5' }, taxChanged: true });
    // Back at the rate of its product, in a sale at another rate.
    expect(taxed([shirtAt('full')], 'book')).toMatchObject({ money: { tax: '15' }, taxChanged: false });
  });
  it('is rounded once for all lines of a rate, chosen or usual', () => {
    const cent = (id: string, rest: Partial<CartLine> = {}) => line(rest, variant(id, 0.1));
    const { money, taxes } = taxed([cent('a'), cent('b', { tax: 'book' }), cent('c'), { ...book, tax: 'full' }]);
    expect(money.tax).toBe('1.54');
    expect(taxes).toMatchObject([
      { tax_rate_id: 'full', net: '10.2', tax: '1.53' },
      { tax_rate_id: 'book', net: '0.1', tax: '0.01' },
    ]);
  });
  it('is unknown while this device does not know the rate of a product', () => {
    const other = line({}, { ...variant('c'), tax_rate_id: 'later' });
    expect(taxed([shirt, other]).rateUnknown).toBe(true);
    expect(taxed([shirt, other], 'full').rateUnknown).toBe(false);
    expect(taxed([line({ tax: 'later' })]).rateUnknown).toBe(true);
  });
});

it('the first problem blocks the completion of a sale', () => {
  const blocked = (lines: CartLine[], of: CartHead, may = false) =>
    blockedBy(
      lines.map(({ variant }) => lineOf(variant.variant_id)),
      lines,
      of,
      cart(lines, of),
      may,
    );
  const customer = { id: 'c', name: 'Mona', name_ar: null, price_group_id: null };
  expect(blocked([], head())).toBe('no_lines');
  // A line whose variant is still loading belongs to the sale as well.
  expect(blockedBy([lineOf('a'), lineOf('b')], [line()], head({ amounts: { cash: '100' } }), cart([line()], head()), true)).toBe('unknown');
  expect(blocked([line({ quantity: '' })], head())).toBe('wrong_lines');
  expect(blocked([line()], head({ discount: '101' }))).toBe('discount_invalid');
  expect(blocked([line({ discount: '50' })], head({ amounts: { cash: '50' } }))).toBe('beyond');
  expect(blocked([line({ discount: '50' })], head({ amounts: { cash: '50' } }), true)).toBe('reason_missing');
  expect(blocked([line({ discount: '50' })], head({ amounts: { cash: '50' }, reason: 'Stain' }), true)).toBeNull();
  expect(blocked([line()], head({ amounts: { cash: '1.001' } }))).toBe('amount_invalid');
  expect(blocked([line()], head({ amounts: { cash: 'x' } }))).toBe('amount_invalid');
  expect(blocked([line()], head({ amounts: { card: '101' } }))).toBe('exceeds');
  expect(blocked([line()], head({ amounts: { cash: '99' } }))).toBe('unpaid');
  expect(blocked([line()], head({ customer }))).toBeNull();
  expect(blocked([line()], head({ amounts: { cash: '150' } }))).toBeNull();
});

it('items scanned while a sale is being saved belong to the next sale', () => {
  expect(linesAddedSince([lineOf('a', '2'), lineOf('b')], [lineOf('a', '3'), lineOf('b'), lineOf('c')])).toEqual([
    lineOf('a', '1'),
    lineOf('c'),
  ]);
  expect(linesAddedSince([lineOf('a', '2')], [lineOf('a', '1')])).toEqual([]);
  const untaxed = { ...lineOf('b'), figures: { ...lineOf('b').figures, tax: 'none' } };
  expect(linesAddedSince([lineOf('a')], [lineOf('a'), untaxed])).toEqual([untaxed]);
});

it('a return cannot exceed the quantity that is left', () => {
  const [cloth, shirt] = [{ by_measure: true }, { by_measure: false }];
  expect(['1', '2.5', '3'].map((quantity) => returnProblem({ quantity, left: '2.5', variant: cloth }))).toEqual([null, null, 'exceeds']);
  expect(['', '0', '-1', 'x', '0.5'].map((quantity) => returnProblem({ quantity, left: '2', variant: shirt }))).toEqual([
    'missing',
    'not_positive',
    'not_positive',
    'not_a_number',
    'not_whole',
  ]);
  expect(returnProblem({ quantity: '0.5', left: '2', variant: {} })).toBeNull();
});

describe('a stored cart', () => {
  const returned = {
    lineId: 'l',
    variant: { product: 'Scarf' },
    number: 'SA-1',
    left: '1',
    quantity: '1',
    stockPointId: null,
    damaged: false,
  };
  const customer = { id: 'c', name: 'Amal', name_ar: null, price_group_id: null };
  const form = {
    id: 'f',
    head: { ...emptyHead, customer, returns: [returned], taxRateId: null, amounts: { cash: '5' } },
    lines: [lineOf('a', '2')],
  };

  const lineWith = (tax: string) => ({ variantId: 'a', figures: { ...lineOf('a').figures, tax } });

  it('is read as it was stored', () => {
    const ratesChosen = ['none', '00000000-0000-7000-8000-000000000001'].map(lineWith);
    for (const stored of [{ form }, { form, variants: [variant('a')] }, { form: { ...form, lines: ratesChosen } }])
      expect(readCart(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
  });

  it('is read though its lines had no tax rate of their own yet', () => {
    const { tax: _, ...figures } = lineOf('a').figures;
    expect(readCart({ form: { ...form, lines: [{ variantId: 'a', figures }] } })).not.toBeNull();
  });

  it.each([
    ['nothing', null],
    ['no form', {}],
    ['a field that this version does not know', { form, deposit: '5' }],
    ['a head with a field that this version does not know', { form: { ...form, head: { ...form.head, deposit: '5' } } }],
    ['a head without its returns', { form: { ...form, head: { ...form.head, returns: undefined } } }],
    ['a discount of another kind', { form: { ...form, head: { ...form.head, discount: 5 } } }],
    ['a return of another kind', { form: { ...form, head: { ...form.head, returns: [{ ...returned, quantity: 1 }] } } }],
    ['a customer of another kind', { form: { ...form, head: { ...form.head, customer: 'Amal' } } }],
    ['a tax rate by an unknown word', { form: { ...form, head: { ...form.head, taxRateId: 'default' } } }],
    ['amounts of another kind', { form: { ...form, head: { ...form.head, amounts: [] } } }],
    ['a line with a field that this version does not know', { form: { ...form, lines: [{ ...lineOf('a'), serial: '7' }] } }],
    [
      'a figure that this version does not know',
      { form: { ...form, lines: [{ variantId: 'a', figures: { quantity: '1', price: '', discount: '', tip: '' } }] } },
    ],
    ['a tax rate of a line by an unknown word', { form: { ...form, lines: [lineWith('default')] } }],
    ['lines of another kind', { form: { ...form, lines: {} } }],
  ])('of another version is rejected as a whole: %s', (_what, stored) => expect(readCart(stored)).toBeNull());
});

it('an item keeps its stock and maximum discount if the newer data has none', () => {
  const known = { ...variant('a', 100, 20), at_source: 3 };
  const { max_discount: _, ...told } = { ...variant('a', 90), at_source: null };
  expect(joinVariant(known, told as CartVariant)).toMatchObject({ price: 90, at_source: 3, max_discount: 20 });
  expect(joinVariant(known, { ...variant('a'), at_source: 0 })).toMatchObject({ at_source: 0 });
});
