import type { AttachmentKind } from '@/db/attachments.ts';

/** The page that shows the files of each kind of document. */
const pages: Record<AttachmentKind, string> = {
  transfers: '/inventory/transactions/view/',
  purchases: '/purchase/orders/',
  purchase_payments: '/purchase/orders/',
  purchase_returns: '/purchase/returns/',
  expenses: '/accounting/expenses/view/',
};
export const attachmentKinds = Object.keys(pages) as AttachmentKind[];
export const pageOfFile = ({ kind, page_id }: { kind: AttachmentKind; page_id: string }): string => pages[kind] + page_id;
