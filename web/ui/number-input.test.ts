import { expect, it } from 'vitest';
import { formatCost } from '@/parts/lines/cost.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { formatAtRest } from './number-input.tsx';

it.each([
  ['1234.5', formatMoney, '1,234.50'],
  ['1.20', formatMoney, '1.20'],
  ['-3', formatNumber, '−3'],
  ['1.234', formatMoney, '1.234'],
  ['1.2345', formatNumber, '1.2345'],
  ['1.23456', formatCost, '1.23456'],
  ['abc', formatMoney, 'abc'],
  ['', formatMoney, ''],
])('shows %s without rounding', (value, format, shown) => expect(formatAtRest(value, format)).toBe(shown));
