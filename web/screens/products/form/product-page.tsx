import { usePrefetchQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useBranch, useCan } from '@/db/me.ts';
import { productOf, type ProductRecord } from '@/db/products.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { useRecordToEdit } from '@/kit/use-record-to-edit.ts';
import { newId } from '@/lib/id.ts';
import { colorsQuery, sizesQuery } from '../product-queries.ts';
import { ProductForm } from './product-form.tsx';
import { useOnHand } from './use-on-hand.ts';
import '../products.css';

/** The page of /inventory/product/add, where ?copy=… starts from another product, and of /inventory/products/edit/:id. */
export function Component() {
  const { id } = useParams();
  const copied = useSearchParams()[0].get('copy');
  const can = useCan();
  // Prefetched for the form.
  useOnHand(id ?? '', can('inventory.stock.view') && id !== undefined);
  usePrefetchQuery(colorsQuery());
  usePrefetchQuery(sizesQuery());
  if (id) return <Loaded key={id} id={id} form={(record) => <Existing record={record} />} />;
  return copied ? <Loaded key={copied} id={copied} form={(record) => <New from={record} />} /> : <New />;
}

function New({ from }: { from?: ProductRecord }) {
  const [id] = useState(newId);
  return <ProductForm id={id} record={null} from={from} readOnly={false} />;
}

function Existing({ record }: { record: ProductRecord }) {
  const can = useCan();
  const { workBranches } = useBranch();
  // Editing requires the permission and, for a product of one branch, work access to that branch.
  const mayChange =
    can('inventory.products.update') && (record.branch_id === null || workBranches.some(({ id }) => id === record.branch_id));
  return <ProductForm id={record.id} record={record} readOnly={!mayChange} />;
}

function Loaded({ id, form }: { id: string; form: (record: ProductRecord) => ReactNode }) {
  const { t } = useTranslation();
  const record = useRecordToEdit(productOf(id));
  return (
    <Found
      query={record}
      title={t('products.one')}
      fields={8}
      notFound={{
        title: t('kit.notFound'),
        text: t('products.form.notFound'),
        href: '/inventory/products',
        backLabel: t('kit.backToList'),
      }}
    >
      {form}
    </Found>
  );
}
