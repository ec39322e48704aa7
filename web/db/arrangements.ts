/* What users arranged for themselves, on every device. */
import { rpc } from './calls.ts';

export type ArrangedPage = 'dashboard' | 'reports';

/** Without parts the page is as delivered. */
export const saveArrangement = (page: ArrangedPage, parts: readonly string[] | null) =>
  rpc('save_arrangement', { page, parts: parts as string[] });
