import { expect, it } from 'vitest';
import { normalise } from './normalise.ts';

it.each([
  ['Café CRÈME', 'cafe creme'],
  ['أَحْمَد', 'احمد'],
  ['إبراهيم آدم', 'ابراهيم ادم'],
  ['عبـــاية', 'عبايه'],
  ['مؤمن شيئ', 'مومن شيي'],
  ['ليلى', 'ليلي'],
  ['٠٤١٧ ۹', '0417 9'],
  ['  two\u00a0 words ', 'two words'],
  ['ﻻ', 'لا'],
])('%s is sought as %s', (text, sought) => expect(normalise(text)).toBe(sought));
