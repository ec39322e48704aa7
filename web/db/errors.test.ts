import { PostgrestClient } from '@supabase/postgrest-js';
import { describe, expect, it } from 'vitest';
import type { TFunction } from 'i18next';
import ar from '@/i18n/ar/errors.json';
import en from '@/i18n/en/errors.json';
import { setSettings } from '@/lib/settings.ts';
import { deadConnections, failures } from '@/mounted/no-answer.ts';
import { AppError, asAppError, errorText, isAnswerLost, isConflict, isInUse, refusePage } from './errors.ts';

const said = ({ code, field, values, keys }: AppError) => ({ code, field, values, keys });

describe('a database error', () => {
  it('of a business rule has its code, field and values', () => {
    const error = asAppError({ code: 'PT409', message: 'transfer_short', details: '{"needs":5,"has":3,"field":"quantity"}' }, 409);
    expect(said(error)).toEqual({
      code: 'transfer_short',
      field: 'quantity',
      values: { needs: 5, has: 3, field: 'quantity' },
      keys: ['transfer_short'],
    });
    expect(error.status).toBe(409);
  });

  it('of a unique constraint names the field and prefers the message of its constraint', () => {
    const error = asAppError(
      {
        code: '23505',
        message: 'duplicate key value violates unique constraint "variants_barcode_unique"',
        details: 'Key (barcode)=(123) already exists.',
      },
      409,
    );
    expect(said(error)).toMatchObject({ code: 'unique', field: 'barcode', keys: ['variants_barcode_unique', 'unique'] });
  });

  it('of a check names the field', () => {
    const error = asAppError(
      { code: '23514', message: 'new row for relation "products" violates check constraint "products_price_not_negative"' },
      400,
    );
    expect(said(error)).toMatchObject({ code: 'check', field: 'price', keys: ['products_price_not_negative', 'check'] });
  });

  it('of a foreign key distinguishes a record in use from a missing reference', () => {
    const deleting = asAppError(
      {
        code: '23503',
        message: 'update or delete on table "brands" violates foreign key constraint "products_brand_in_use" on table "products"',
      },
      409,
    );
    expect(isInUse(deleting)).toBe(true);
    const pointing = asAppError(
      { code: '23503', message: 'insert or update on table "products" violates foreign key constraint "products_brand_in_use"' },
      409,
    );
    expect(pointing.code).toBe('missing_reference');
  });

  it('of a missing value names the column', () => {
    expect(
      said(asAppError({ code: '23502', message: 'null value in column "name" of relation "brands" violates not-null constraint' }, 400)),
    ).toMatchObject({ code: 'required', field: 'name' });
  });

  it.each([
    ['42501', 403, 'not_allowed'],
    ['PGRST301', 401, 'session'],
    ['57014', 500, 'timeout'],
    ['22003', 400, 'out_of_range'],
    ['22P02', 400, 'invalid'],
    ['22007', 400, 'date_invalid'],
    ['22008', 400, 'date_invalid'],
    ['22021', 400, 'text_invalid'],
    ['22P05', 400, 'text_invalid'],
    ['42601', 400, 'request_malformed'],
    ['42883', 404, 'request_malformed'],
    ['PGRST102', 400, 'request_malformed'],
    ['PGRST202', 404, 'request_malformed'],
    ['PGRST116', 406, 'not_found'],
    ['54001', 500, 'request_too_large'],
    ['40P01', 500, 'busy'],
    ['53100', 503, 'disk_full'],
    ['XX000', 500, 'server'],
    ['', 429, 'too_often'],
    ['', 413, 'upload_too_large'],
  ])('%s with status %i is %s', (code, status, expected) =>
    expect(asAppError({ code, message: 'raw words of the database' }, status).code).toBe(expected),
  );

  it('never shows the raw message', () => {
    const error = asAppError({ code: 'XX000', message: 'relation "secret" exploded' }, 500);
    expect(JSON.stringify(said(error))).not.toContain('exploded');
  });
});

describe('a lost response', () => {
  const rest = (fetch: typeof globalThis.fetch) =>
    new PostgrestClient('http://shop.example/rest/v1', { fetch: (...asked) => fetch(...asked).then(refusePage), retry: false });

  it.each(failures)('is distinguished from an error response by the API client: %s', async (_name, fail) => {
    for (const request of [rest(fail).rpc('me'), rest(fail).from('brands').delete().eq('id', '1').select('id')]) {
      const { error, status } = await request;
      expect(isAnswerLost(asAppError(error, status))).toBe(true);
    }
  });

  it.each(deadConnections)('is recognized when fetch fails: %s', async (_name, fail) => {
    expect(asAppError(await fail().catch((error: unknown) => error)).code).toBe('network');
  });

  it('by timeout is distinguished from a missing connection, also through the API client', async () => {
    const late = new DOMException('late', 'TimeoutError');
    const { error, status } = await rest(() => Promise.reject(late)).rpc('me');
    expect([asAppError(late), asAppError(error, status)].map(({ code }) => code)).toEqual(['timeout', 'timeout']);
  });

  it('includes the error page of a gateway, with the reason in its status', () =>
    expect(asAppError({ message: '<html>' }, 502).keys).toEqual(['server', 'network']));

  it('does not include a request that is too large, whatever its body', () => {
    const page = new Response('<html>', { status: 413, headers: { 'content-type': 'text/html' } });
    expect(refusePage(page)).toBe(page);
    expect(asAppError({ message: '<html>' }, 413).code).toBe('upload_too_large');
  });
});

it('a full disk is an error response without file names, unlike a broken one', () => {
  const full = asAppError({ code: '53100', message: 'could not extend file "base/16384/24756": No space left on device' }, 503);
  expect(JSON.stringify(said(full))).not.toContain('base');
  for (const { disk_full } of [en, ar]) expect(disk_full).toMatch(/^[^{}]+[.]$/);
  expect([full, asAppError({ message: '' }, 503)].map(isAnswerLost)).toEqual([false, true]);
});

it('reports how long to wait if the server says so', () => {
  const refused = (message: string) => said(asAppError({ code: '', message }, 429));
  expect(refused('For security purposes, you can only request this after 59 seconds.')).toMatchObject({
    code: 'too_often',
    values: { count: 1 },
  });
  expect(refused('Request rate limit reached; you can only request this after 241 seconds.')).toMatchObject({
    code: 'too_often',
    values: { count: 5 },
  });
  expect(refused('Request rate limit reached')).toMatchObject({ code: 'too_often', values: {} });
});

it('keeps an AppError as it is', () => {
  const conflict = new AppError('conflict');
  expect(asAppError(conflict)).toBe(conflict);
  expect(isConflict(conflict)).toBe(true);
  expect(asAppError('?').code).toBe('unknown');
});

it("names things in the reader's language if they have a name in it", () => {
  const t = ((_keys: string[], values: Record<string, unknown>) => values.place) as unknown as TFunction;
  const closed = (place_ar?: string) => new AppError('place_closed', { values: { place: 'Maadi', place_ar } });
  expect(errorText(t, closed('المعادي'))).toBe('Maadi');
  setSettings({ language: 'ar' });
  expect([errorText(t, closed('المعادي')), errorText(t, closed())]).toEqual(['المعادي', 'Maadi']);
  setSettings({ language: 'en' });
});

it('names the missing permission', () => {
  const texts: Record<string, string> = { 'app.permission.resource.stock': 'Stock', 'app.permission.action.adjust': 'adjust' };
  const t = ((key: string | string[], values: Record<string, string>) =>
    Array.isArray(key)
      ? `${key[0]} ${values.permission}`
      : key === 'app.permission.name'
        ? `${values.what}: ${values.action}`
        : (texts[key] ?? '')) as unknown as TFunction;
  const refused = (permission: string) => errorText(t, new AppError('permission_missing', { values: { permission } }));
  expect(refused('inventory.stock.adjust')).toBe('errors.permission_missing Stock: adjust');
  expect(refused('unheard.of.it')).toBe('errors.permission_missing unheard.of.it');
});
