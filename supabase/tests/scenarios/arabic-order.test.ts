/* Lists are sorted by the names that their reader sees: in Arabic by the Arabic name, where there is one. */
import { describe, expect } from 'vitest';
import { branches, people, scenario, type TestSession } from '../database.ts';
import { makeProduct, stocked } from '../fixtures.ts';
import { order } from './purchasing.ts';

// Sorted in each language: Alpha before Beta before Gamma; ألف before باء before جيم, after the Latin Gamma.
const names = [
  { name: 'Alpha', name_ar: 'جيم' },
  { name: 'Beta', name_ar: 'ألف' },
  { name: 'Gamma', name_ar: null },
  { name: 'Delta', name_ar: 'باء' },
];
const inEnglish = ['Alpha', 'Beta', 'Delta', 'Gamma'];
const inArabic = ['Gamma', 'Beta', 'Delta', 'Alpha'];

const insert = async (on: TestSession, table: string, { name, name_ar }: (typeof names)[number]) =>
  on.value<string>(`insert into public.${table} (name, name_ar) values ($1, $2) returning id`, name, name_ar);

describe('sorted for Arabic readers', () => {
  scenario('plain records come in the order of an index of the names shown', async (on) => {
    await on.as(people.owner);
    for (const named of names) await insert(on, 'brands', named);
    const page = `from public.brands where name = any ($1) order by shown_in_arabic, id`;
    expect((await on.rows<{ name: string }>(`select name ${page}`, inEnglish)).map(({ name }) => name)).toEqual(inArabic);
    await on.rows('set local enable_seqscan = off');
    await on.rows('set local enable_sort = off');
    const [{ plan } = {}] = await on
      .rows<Record<string, string>>(`explain (format json) select id from public.brands order by shown_in_arabic, id limit 25`)
      .then((rows) => rows.map((row) => ({ plan: JSON.stringify(row) })));
    expect(plan).toContain('brands_by_name_ar');
  });

  scenario('products are sorted by name, category or brand, page by page and in either direction', async (on) => {
    await on.as(people.owner);
    for (const named of names) {
      const [category_id, brand_id] = [await insert(on, 'categories', named), await insert(on, 'brands', named)];
      await makeProduct(on, { ...named, tag_number: 'SORTED', category_id, brand_id });
    }
    const read = async (sort: string, descending = false) => {
      const pages: string[] = [];
      for (const page_offset of [0, 2]) {
        const rows = await on.table<{ name: string }>('product_page', { words: 'sorted', sort, descending, page_size: 2, page_offset });
        pages.push(...rows.map(({ name }) => name));
      }
      return pages;
    };
    for (const sort of ['name', 'category', 'brand']) {
      expect(await read(sort), sort).toEqual(inEnglish);
      expect(await read(`${sort}_ar`), `${sort}_ar`).toEqual(inArabic);
      expect(await read(`${sort}_ar`, true), `${sort}_ar`).toEqual([...inArabic].reverse());
      // Without words, categories are walked one after another.
      const all = (await on.table<{ name: string }>('product_page', { sort: `${sort}_ar`, page_size: 500 })).map(({ name }) => name);
      expect(
        all.filter((name) => inEnglish.includes(name)),
        `${sort}_ar of all`,
      ).toEqual(inArabic);
    }
    expect(await on.refused(() => on.table('product_page', { sort: 'code_ar' }))).toMatchObject({ message: 'sort_unknown' });
  });

  scenario('levels, variants, people and purchases come by the names shown', async (on) => {
    await on.as(people.owner);
    for (const named of names) {
      const { variants } = await makeProduct(on, { ...named, tag_number: 'SORTED' });
      await stocked(on, people.owner, branches.zamalek, [[variants[0]!, 1]]);
    }
    const levels = await on.table<{ product: string }>('level_page', {
      words: 'sorted',
      sort: 'product_ar',
      at_branch_ids: [branches.zamalek],
    });
    expect(levels.map(({ product }) => product)).toEqual(inArabic);

    for (const [sort, sorted] of Object.entries({ product: inEnglish, product_ar: inArabic })) {
      const variants = await on.table<{ product: string }>('variant_page', { words: 'sorted', sort });
      expect(
        variants.map(({ product }) => product),
        sort,
      ).toEqual(sorted);
    }
    expect(await on.refused(() => on.table('variant_page', { sort: 'code' }))).toMatchObject({ message: 'sort_unknown' });

    const everybody = await on.table<{ name: string; name_ar: string | null }>('user_page', { sort: 'name_ar', page_size: 500 });
    const shown = everybody.map(({ name, name_ar }) => name_ar ?? name);
    expect(shown.length).toBeGreaterThan(4);
    expect(shown).toEqual(
      (await on.rows<{ shown: string }>('select unnest($1::text[]) as shown order by 1', shown)).map((row) => row.shown),
    );

    const goods = await makeProduct(on);
    for (const named of names)
      await order(on, [{ variant_id: goods.variants[0]!, quantity: 1, unit_cost: 1 }], {
        supplier_id: await insert(on, 'suppliers', named),
        reference: 'SORTED',
      });
    const suppliers = async (sort: string) =>
      (await on.table<{ supplier: string }>('purchase_page', { words: 'sorted', sort, descending: false })).map(({ supplier }) => supplier);
    expect(await suppliers('supplier')).toEqual(inEnglish);
    expect(await suppliers('supplier_ar')).toEqual(inArabic);
  });

  scenario('the global search shows the first products and records by the names shown', async (on) => {
    await on.as(people.owner);
    for (const { name, name_ar } of names) {
      const named = { name: `${name} quoll`, name_ar: name_ar && `${name_ar} quoll` };
      await makeProduct(on, named);
      await insert(on, 'brands', named);
    }
    const found = async (sort: string) =>
      (await on.table<{ kind: string; name: string }>('find_records', { words: 'quoll', page_size: 3, sort })).map(
        ({ kind, name }) => `${kind}: ${name.replace(' quoll', '')}`,
      );
    for (const [sort, sorted] of Object.entries({ name: inEnglish, name_ar: inArabic }))
      expect(await found(sort)).toEqual(['products', 'brands'].flatMap((kind) => sorted.slice(0, 3).map((name) => `${kind}: ${name}`)));
    expect(await on.refused(() => found('code'))).toMatchObject({ message: 'sort_unknown' });
  });
});
