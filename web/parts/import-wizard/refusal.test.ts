import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { AppError } from '@/db/errors.ts';
import ar from '@/i18n/ar/imports.json';
import en from '@/i18n/en/imports.json';
import { refusalText } from './refusal.ts';

beforeAll(async () => {
  await i18next.init({
    resources: { en: { translation: { imports: en } }, ar: { translation: { imports: ar } } },
    interpolation: { escapeValue: false },
  });
  for (const format of ['isolate', 'number']) i18next.services.formatter?.add(format, String);
});

const said = async (language: 'en' | 'ar', error: AppError) => {
  await i18next.changeLanguage(language);
  return refusalText(i18next.t, error);
};

it('names an encoding as its field does', async () => {
  const error = new AppError('file_bad_byte', { values: { row: 3, text: 'caf�', encoding: 'utf-8' } });
  expect(await said('en', error)).toContain('can’t be read as Unicode (UTF-8): “caf�”');
  expect(await said('ar', error)).toContain('لا يُقرأ بترميز يونيكود (UTF-8)');
});

it('reports that an import was undone', async () => {
  expect(await said('en', new AppError('import_undone'))).toBe(en.refused.import_undone);
  expect(await said('ar', new AppError('import_undone'))).toBe(ar.refused.import_undone);
});
