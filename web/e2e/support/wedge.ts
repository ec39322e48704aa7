import type { Page } from '@playwright/test';
import { scan } from '../../mounted/keys.ts';

/** Types codes like a scanner into the focused element of this page. */
export const wedge = (page: Page, ...codes: string[]) => page.evaluate(`(${scan.toString()})(...${JSON.stringify(codes)})`);
