import type { FieldName, Kind } from './fields.ts';
import type { System } from './systems/helpers.ts';
import { erpnext } from './systems/erpnext.ts';
import { lightspeed } from './systems/lightspeed.ts';
import { loyverse } from './systems/loyverse.ts';
import { odoo } from './systems/odoo.ts';
import { shopify } from './systems/shopify.ts';
import { square } from './systems/square.ts';
import { woocommerce } from './systems/woocommerce.ts';
import { zoho } from './systems/zoho.ts';
import { headerKey } from './text.ts';

/* The exports of other programs, recognised by their headers, and the meaning of their columns. Headers are compared as headerKey returns
   them. */

const systems: readonly System[] = [...shopify, ...woocommerce, ...square, ...loyverse, ...lightspeed, ...odoo, ...zoho, ...erpnext];

/** The system that wrote a file with these headers. */
export function systemOf(headers: readonly string[], kind: Kind): System | undefined {
  const keys = new Set(headers.map(headerKey));
  return systems.find(
    (system) =>
      system.kind === kind && system.signature.every((alternatives) => alternatives.split('|').some((header) => keys.has(header))),
  );
}

/** Finds the first column whose header is one of these, or -1; cached, since it is called with the same headers for each row. */
export function columnsByHeader(keys: readonly string[]): (headers: string) => number {
  const known = new Map<string, number>();
  return (headers) => {
    let column = known.get(headers);
    if (column === undefined) {
      column = keys.findIndex((key) => headers.split('|').includes(key));
      known.set(headers, column);
    }
    return column;
  };
}

/** The columns of a system's field, by precedence. */
export const columnsFor = (system: System, field: FieldName, keys: readonly string[]): number[] =>
  (system.fields[field]?.split('|') ?? []).flatMap((header) =>
    keys.flatMap((key, column) => ((header.startsWith('^') ? key.startsWith(header.slice(1)) : key === header) ? [column] : [])),
  );

/** The meaning of a file's columns. */
interface ColumnMeanings {
  mapping: (FieldName | null)[];
  /** For each column, the field whose blank cells it fills. */
  otherwise: (FieldName | null)[];
  /** Columns whose meaning is known, including those that map to no field. */
  knownColumns: Set<number>;
  /** Prices by place without a general price: a product has one price here, so the user must choose. */
  prices: number[];
  /** Prices by place in addition to the general price, which are left out. */
  furtherPrices: number[];
}

export function columnsOf(system: System, headers: readonly string[], isFilled: (column: number) => boolean): ColumnMeanings {
  const keys = headers.map(headerKey);
  const mapping: ColumnMeanings['mapping'] = placesOf(system, headers).map((place) => (place === null ? null : 'quantity'));
  const otherwise: ColumnMeanings['otherwise'] = headers.map(() => null);
  let prices: number[] = [];
  let furtherPrices: number[] = [];
  const isGeneralPrice = (column: number) => system.fields.price?.split('|').includes(keys[column] ?? '');
  for (const field of Object.keys(system.fields) as FieldName[]) {
    const columns = columnsFor(system, field, keys);
    const filledColumns = columns.filter(isFilled);
    const column = filledColumns[0] ?? columns[0];
    // Without a place in any row, the user is asked where the goods were sold.
    if (system.kind === 'sales' && field === 'branch' && filledColumns.length === 0) continue;
    if (column === undefined || (field === 'quantity' && mapping.includes('quantity'))) continue;
    if (field !== 'price') {
      if ((mapping[column] ??= field) === field) for (const other of columns) if (other !== column) otherwise[other] ??= field;
    } else if (filledColumns.length > 1 && !isGeneralPrice(column)) prices = filledColumns;
    else {
      mapping[column] ??= field;
      furtherPrices = filledColumns.filter((other) => !isGeneralPrice(other) && other !== column);
    }
  }
  // A mapped column does not also fill the blanks of another field.
  mapping.forEach((field, column) => field && (otherwise[column] = null));
  const others = new Set(system.others?.split('|'));
  const mapped = keys.flatMap((key, column) => (others.has(key) || mapping[column] || otherwise[column] ? [column] : []));
  return { mapping, otherwise, knownColumns: new Set([...mapped, ...prices, ...furtherPrices]), prices, furtherPrices };
}

/** For each column, the place whose stock it holds, if its header names one. */
export function placesOf(system: System | undefined, headers: readonly string[]): (string | null)[] {
  const keys = headers.map(headerKey);
  return headers.map((header, column) => system?.placeOf?.(header, column, keys)?.trim() || null);
}
