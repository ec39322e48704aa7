/* Helpers for shifts: an open drawer of the owner in a branch, and a closed shift. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { method } from './purchases.ts';
import { newBranch, newGoods, stocked, type Branch } from './fixtures.ts';
import { api, type Language } from './stack.ts';
import { words } from './words.ts';

export const shiftView = (id: string) => `/reports/shifts/view/${id}`;

interface Shift {
  id: string;
  number: string;
}

/** Opens the owner's shift in a branch, or keeps the one that is open. */
export async function openDrawer(branch: Pick<Branch, 'id'>, opening_balance = 0): Promise<void> {
  const made = await (await api('Owner')).rpc('open_shift', { id: randomUUID(), branch_id: branch.id, opening_balance });
  expect([200, 409], await made.clone().text()).toContain(made.status);
}

/** Answers the counter's dialog for a user without an open drawer. */
export async function openOwnDrawer(page: Page, language: Language = 'en'): Promise<void> {
  const balance = page.getByRole('dialog').getByLabel(words(language, 'shifts')('open.balance'));
  await balance.fill('0');
  await page.keyboard.press('Enter');
  await expect(balance).toHaveCount(0);
}

/** A closed shift with a shortage: a sale with change, a card payment, a return, cash paid in and out. */
export async function anyShift(branch?: Branch): Promise<Shift> {
  const at = branch ?? (await newBranch('Drawer', 'الدرج'));
  const owner = await api('Owner');
  const done = async (name: string, body: object) => {
    const answer = await owner.rpc(name, body);
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return (await answer.json()) as Shift;
  };
  const goods = await newGoods();
  await stocked(at, goods, 10);
  const shift = await done('open_shift', { id: randomUUID(), branch_id: at.id, opening_balance: 200 });
  const [cash, card] = [await method(), await method('Card')];
  const sale = await done('record_sale', {
    id: randomUUID(),
    sale: { branch_id: at.id },
    lines: [{ variant_id: goods.variant, quantity: 3 }],
    payments: [
      { payment_method_id: cash, amount: 200 },
      { payment_method_id: card, amount: 150 },
    ],
  });
  const [line] = await owner.get<{ id: string }>(`sale_lines?sale_id=eq.${sale.id}&select=id`);
  await done('record_sale', {
    id: randomUUID(),
    sale: { branch_id: at.id },
    lines: [{ returns_line_id: line!.id, quantity: 1 }],
    payments: [{ payment_method_id: cash, amount: -100 }],
  });
  for (const [kind, amount, reason] of [
    ['pay_in', 50, 'Change from the bank'],
    ['pay_out', 30, 'Water'],
  ] as const)
    await done('record_cash', { id: randomUUID(), shift_id: shift.id, kind, amount, reason });
  return done('close_shift', {
    id: shift.id,
    denominations: [
      { denomination: 200, count: 1 },
      { denomination: 50, count: 1 },
      { denomination: 5, count: 2 },
    ],
    closing_balance: 200,
    note: 'Ten were given back to a customer',
  });
}
