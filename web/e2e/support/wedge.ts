import type { Page } from '@playwright/test';
import { scan } from '../../mounted/keys.ts';

/** A scanner types codes where the focus is on this page. */
export const wedge = (page: Page, ...codes: string[]) => page.evaluate(`(${scan.toString()})(...${JSON.stringify(codes)})`);
