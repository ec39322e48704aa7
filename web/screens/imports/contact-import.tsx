import { ImportPage } from '@/parts/import-wizard/import-page.tsx';

/** The pages of /contacts/customers/import and /contacts/suppliers/import. */
export function ContactImport({ kind }: { kind: 'customers' | 'suppliers' }) {
  return <ImportPage kind={kind} />;
}
