/* Tills that sell over a network that loses, cuts, doubles and delays requests, in tabs that crash between any two steps of a sale: every sale with a receipt
is recorded exactly once. SEED=… sets the random numbers, DAFTAR_CHAOS_SALES=500 makes more sales: `npm run test:long`. */
import { expect, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { seed, seededRandom } from '../../supabase/tests/seeded-random.ts';
import { openCounter } from './support/counter.ts';
import { startFlakyNetwork, type Fault, type FlakyNetwork } from './support/flaky-network.ts';
import {
  expectInvariants,
  inDatabase,
  newBranch,
  newGoods,
  newPerson,
  onHand,
  stocked,
  type Branch,
  type Goods,
} from './support/fixtures.ts';
import { test } from './support/test.ts';
import { wedge } from './support/wedge.ts';
import { words } from './support/words.ts';

const SALES = Number(process.env.DAFTAR_CHAOS_SALES ?? 20);
const PRICE = 100;

/** The steps at which a tab can crash. Everything before the step is done, nothing after it. */
const deaths = [
  'before it is kept',
  'once it is kept',
  'before it is sent',
  'once it is sent',
  'before the answer is heard',
  'before it is crossed out',
  'once it is crossed out',
] as const;
type Death = (typeof deaths)[number];
const faults: Fault[] = ['request lost', 'request cut', 'answer lost', 'answer cut', 'twice', 'late'];

declare global {
  interface Window {
    /** The step at which this tab crashes. */
    diesAt?: Death;
    /** Notifies the test; the tab stops running. */
    die?: () => void;
  }
}

/** Runs in the page: a tab that reaches its step blocks until it is closed. */
function makeMortal(): void {
  const reached = (step: Death): void => {
    if (window.diesAt !== step) return;
    window.die?.();
    for (;;);
  };
  const around = (name: 'add' | 'delete', before: Death, behind: Death) => {
    const write = IDBObjectStore.prototype[name] as (this: IDBObjectStore, ...args: unknown[]) => IDBRequest;
    IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...args: unknown[]) {
      if (this.name === 'outbox') {
        reached(before);
        this.transaction.addEventListener('complete', () => reached(behind));
      }
      return write.apply(this, args);
    } as never;
  };
  around('add', 'before it is kept', 'once it is kept');
  around('delete', 'before it is crossed out', 'once it is crossed out');
  const go = window.fetch;
  window.fetch = async (...asked) => {
    if (!String(asked[0]).includes('/rpc/record_sale')) return go(...asked);
    reached('before it is sent');
    const going = go(...asked);
    reached('once it is sent');
    const answer = await going;
    reached('before the answer is heard');
    return answer;
  };
}

interface Receipt {
  pieces: number;
  /** The till's own number, or the database's number if it answered in time. */
  number: string;
  total: number;
}

const counter = words('en', 'counter');

class Till {
  readonly shown: Receipt[] = [];
  readonly died: Death[] = [];
  #page: Page;
  #death: Promise<void> | undefined;
  #killer: CDPSession | undefined;
  #armed: Death | undefined;
  #turn: number;
  readonly #context: BrowserContext;
  readonly #line: FlakyNetwork;
  readonly #roll: (sides: number) => number;

  private constructor(page: Page, network: FlakyNetwork, seed: number) {
    this.#page = page;
    this.#context = page.context();
    this.#line = network;
    this.#roll = seededRandom(seed);
    this.#turn = 2 * seed;
  }

  static async open(
    context: BrowserContext,
    network: FlakyNetwork,
    branch: Branch,
    name: string,
    seed: number,
  ): Promise<{ till: Till; seller: string }> {
    const person = await newPerson('Cashier', [{ branch, access: 'work' }]);
    await context.addInitScript(makeMortal);
    const till = new Till(await context.newPage(), network, seed);
    await context.exposeBinding('die', () => {
      till.#death = till.#die();
    });
    await till.#arrive();
    await openCounter(till.#page, network, person, branch, 'en', name);
    // The network has its own random numbers, because the number of requests depends on more than this test.
    const roll = seededRandom(seed + 1);
    network.injectFaults(() => ({ fault: roll(3) === 0 ? faults[roll(faults.length)]! : null, late: roll(1500) }));
    return { till, seller: person.id };
  }

  async #arrive(): Promise<void> {
    this.#killer = await this.#context.newCDPSession(this.#page);
  }

  /** Crashed rather than closed, since closing would wait for its pending work. */
  async #die(): Promise<void> {
    this.died.push(this.#armed!);
    const page = this.#page;
    const crashed = page.waitForEvent('crash');
    // The crashed page does not answer.
    void this.#killer!.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
  }

  /** Runs a step. If the tab crashes, opens a new tab on the same device and returns false. */
  async #alive(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (failure) {
      if (!this.#death) throw failure;
      await this.#death;
      this.#death = undefined;
      this.#page = await this.#context.newPage();
      await this.#arrive();
      // A page that loaded only in part is loaded again.
      await expect(async () => {
        await this.#page.goto(`${this.#line.url}/accounting/sales/add`, { waitUntil: 'commit' });
        await expect(this.#page.locator('.counter-place')).toBeVisible();
      }).toPass();
      return false;
    }
  }

  /** Serves one customer. Pays the cart if there is one, also after a crash; an empty cart means the sale was made or cannot be. */
  async sell(goods: Goods, pieces: number): Promise<void> {
    // In turn, so that even a few sales cover every step.
    let death = this.#roll(2) === 0 ? deaths[this.#turn++ % deaths.length] : undefined;
    const lines = () => this.#page.locator('.counter-lines tbody tr');
    const made = () => this.#page.locator('.counter-finished');
    const empty = () => this.#page.getByText(counter('empty.title'));
    const slow = this.#roll(4) > 0;
    let isPaying = false;
    while (
      !(await this.#alive(async () => {
        if (death) await this.#page.evaluate((step) => void (window.diesAt = step), (this.#armed = death));
        death = undefined;
        if (!isPaying) {
          await wedge(this.#page, goods.barcode);
          await expect(lines()).toHaveCount(1);
          await wedge(this.#page, `*${pieces}`);
          // Usually waits until the cart is stored, as all but the quickest cashiers do.
          if (slow)
            await this.#page.waitForFunction(
              (quantity) =>
                Object.entries(localStorage).some(([key, draft]) => /^draft:.*:counter:/.test(key) && String(draft).includes(quantity)),
              `"quantity":"${pieces}"`,
            );
        }
        for (;;) {
          await expect(lines().or(empty()).first()).toBeVisible();
          if (await empty().isVisible()) return;
          // A cart that a crashed tab had already sold disappears on its own.
          await expect(
            this.#page
              .locator('.counter-big')
              .filter({ hasText: (pieces * PRICE).toLocaleString('en') })
              .or(empty())
              .first(),
          ).toBeVisible();
          if (await empty().isVisible()) return;
          await this.#page.keyboard.press('F9');
          const cash = this.#page.getByRole('group').getByRole('textbox').first();
          await expect
            .poll(async () => (await empty().isVisible()) || cash.evaluate((field) => field === document.activeElement))
            .toBe(true);
          if (await empty().isVisible()) return;
          isPaying = true;
          await this.#page.keyboard.press('Enter');
          await expect(
            made()
              .or(this.#page.getByText(counter('refused')))
              .or(empty())
              .first(),
          ).toBeVisible();
          if (await made().isVisible()) break;
        }
        const text = await made().innerText();
        const [, number] = /([A-Z0-9]{4}-\d{4,}|SA-[A-Z0-9-]+)/.exec(text)!;
        const total = await made().locator('.key-values dd').first().innerText();
        this.shown.push({ pieces, number: number!, total: Number(total.replaceAll(/[^\d.]/g, '')) });
      }))
    );
  }

  /** The network works again, and all pending sales are sent. */
  async finish(): Promise<void> {
    this.#line.restore();
    const waiting = () =>
      this.#page.evaluate(
        () =>
          new Promise<number>((answer) => {
            const asked = indexedDB.open('counter');
            asked.onsuccess = () => {
              const count = asked.result.transaction('outbox').objectStore('outbox').count();
              count.onsuccess = () => answer(count.result);
            };
          }),
      );
    while (
      !(await this.#alive(async () => {
        await this.#page.evaluate(() => {
          delete window.diesAt;
          window.dispatchEvent(new Event('online'));
        });
        await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
      }))
    );
    await this.#line.idle();
  }
}

test(`each sale with a receipt is recorded once despite network faults and crashes, SEED=${seed}`, async ({ browser }) => {
  test.setTimeout(300_000 + SALES * 4_000);
  const branch = await newBranch('Chaos', 'فوضى');
  const goods = await newGoods();
  const stock = SALES * (SALES + 1);
  await stocked(branch, goods, stock);
  const lines = [await startFlakyNetwork(), await startFlakyNetwork()];
  const contexts = [await browser.newContext(), await browser.newContext()];
  const tills = await Promise.all(
    lines.map((network, index) => Till.open(contexts[index]!, network, branch, `K${index + 1}`, seed + 2 * index)),
  );

  // Each sale has its own number of pieces, which identifies it.
  await Promise.all(
    tills.map(async ({ till }, index) => {
      for (let pieces = index + 1; pieces <= SALES; pieces += tills.length) await till.sell(goods, pieces);
      await till.finish();
    }),
  );

  const shown = tills.flatMap(({ till }) => till.shown);
  const died = tills.flatMap(({ till }) => till.died);
  console.log(
    `SEED=${seed}: ${shown.length} of ${SALES} sales with a receipt, ${died.length} tabs died: ${deaths.map((death) => `${died.filter((one) => one === death).length} ${death}`).join(', ')}`,
  );
  const sold = await inDatabase((sql) =>
    sql<{ pieces: number; number: string; reference: string; total: number; seller: string }[]>`
    select (select sum(l.quantity)::float from public.sale_lines l where l.sale_id = s.id) as pieces, s.number, s.reference, s.total::float, s.salesperson_id as seller
    from public.sales s where s.branch_id = ${branch.id} order by pieces`.then((rows) => [...rows]),
  );
  expect(
    [shown.length, died.length].map((count) => count > SALES / 10),
    'enough receipts and crashes',
  ).toEqual([true, true]);
  expect(
    shown.filter(
      (receipt) =>
        sold.filter(
          ({ pieces, number, reference, total }) =>
            pieces === receipt.pieces && total === receipt.total && [number, reference].includes(receipt.number),
        ).length !== 1,
    ),
    'receipts without exactly one sale',
  ).toEqual([]);
  expect(
    sold.filter(({ pieces }, index) => pieces === sold[index - 1]?.pieces),
    'sales recorded twice',
  ).toEqual([]);
  expect(
    sold.filter(({ pieces, total }) => total !== pieces * PRICE),
    'sales with a wrong total',
  ).toEqual([]);
  expect(await onHand(branch, goods)).toBe(stock - sold.reduce((sum, { pieces }) => sum + pieces, 0));
  const drawers = await inDatabase((sql) =>
    sql<{ seller: string; cash: number }[]>`
    select s.opened_by as seller, (private.shift_figures(s)).expected_closing::float as cash from public.shifts s where s.branch_id = ${branch.id}`.then(
      (rows) => [...rows],
    ),
  );
  const sumOf = (of: string) => sold.reduce((sum, { seller, total }) => (seller === of ? sum + total : sum), 0);
  expect(drawers.map(({ seller, cash }) => [seller, cash]).sort()).toEqual(tills.map(({ seller }) => [seller, sumOf(seller)]).sort());
  await expectInvariants();
  for (const context of contexts) await context.close();
  for (const network of lines) await network.end();
});
