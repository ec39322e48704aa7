import { ImportPage } from '@/parts/import-wizard/import-page.tsx';

/** The page of /inventory/products/import. */
export function Component() {
  return <ImportPage kind="products" />;
}
