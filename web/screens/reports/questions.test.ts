import { describe, expect, it } from 'vitest';
import { questionAt, sections } from './questions.ts';
import { reports } from './reports.ts';

const asked = (path: string, query: string) => {
  const params = new URLSearchParams(query);
  const report = reports.find(({ slug }) => path === `/reports/${slug}`)!;
  const filters = Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
  return questionAt(path, filters, { by: report.headings[0], measure: report.columns.find(({ main }) => main)?.id })?.name;
};

describe('a question of the reports', () => {
  it('is found from its own address, with any period and branch', () => {
    for (const { name, path, query = '' } of sections.flatMap(({ questions }) => questions)) {
      if (!reports.some(({ slug }) => path === `/reports/${slug}`)) continue;
      expect(asked(path, query)).toBe(name);
      expect(asked(path, `${query}&period=today&branch=b`)).toBe(name);
    }
  });

  it('asks only for headings, measures and filters that its report has', () => {
    for (const { name, path, query } of sections.flatMap(({ questions }) => questions)) {
      const report = reports.find(({ slug }) => path === `/reports/${slug}`);
      for (const [key, value] of new URLSearchParams(query)) {
        const known =
          key === 'by' || key === 'columns'
            ? report?.headings.some((heading) => heading === value)
            : key === 'measure'
              ? report?.columns.some(({ id }) => id === value)
              : ['period', 'compare', 'sort'].includes(key) || (report?.filters?.some((name) => name === key) ?? false);
        expect([name, key, value, known]).toEqual([name, key, value, true]);
      }
    }
  });

  it('is found with or without the default rows and measure in its address', () => {
    expect(asked('/reports/sales', 'by=day&measure=net')).toBe('sales');
    expect(asked('/reports/sales', 'by=product&columns=branch')).toBeUndefined();
    expect(asked('/reports/sales', 'by=branch&columns=month')).toBeUndefined();
  });
});
