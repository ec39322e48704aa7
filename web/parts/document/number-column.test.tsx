import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { numberColumn } from './number-column.tsx';

interface Row {
  id: string;
  number: string;
}

it('writes the facts of a row under its number, and nothing for what is missing', () => {
  const column = numberColumn<Row>([], 'Number', '/sales/', () => ({ beside: '12:46', below: [false, 'Return', '', '1 piece'] }));
  const texts = renderToStaticMarkup(column.cell({ id: 'a', number: 'SA-ZAM-A1-2026-0412' })).replace(/(<[^>]*>)+/g, '|');
  expect([column.card, texts]).toEqual(['facts', '|SA-ZAM-A1-2026-0412|12:46|Return| · |1 piece|']);
});

it('is the title of a row without facts', () => expect(numberColumn([], 'Number', '/counts/').card).toBe('title'));
