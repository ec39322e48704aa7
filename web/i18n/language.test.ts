import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { setSettings } from '@/lib/settings.ts';
import { startLanguage, adoptLanguage } from './language.ts';
import { translation } from './use-translation.ts';

it('adopts the language of a session that is known before the texts have loaded', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})));
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('navigator', { language: 'en' });
  vi.stubGlobal('document', { documentElement: {} });
  const taken = adoptLanguage('ar');
  await startLanguage();
  await taken;
  expect(i18next.language).toBe('ar');
});

it('formats numbers in texts with the digits of the business, also after they change', async () => {
  const texts = { app: { limit: 'حتى {{20}} ميجابايت و{{50000}} سطر، لا قبل {{1900}}', of: '{{name, isolate}} أكبر من {{10}}' } };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(texts)));
  vi.stubGlobal('localStorage', { getItem: () => 'ar' });
  vi.stubGlobal('document', { documentElement: {} });
  await startLanguage();
  const { t } = translation();
  const said = () => [(t as (key: string) => string)('app.limit'), i18next.t('app.of' as 'app.userMenuOf', { name: 'DN-1042' })];
  expect(said()).toEqual(['حتى 20 ميجابايت و50,000 سطر، لا قبل 1900', '\u2068DN-1042\u2069 أكبر من 10']);
  setSettings({ digits: 'arab' });
  expect(said()).toEqual(['حتى ٢٠ ميجابايت و٥٠٬٠٠٠ سطر، لا قبل ١٩٠٠', '\u2068DN-1042\u2069 أكبر من ١٠']);
});
