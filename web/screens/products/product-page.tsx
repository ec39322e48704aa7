import { useQuery } from '@tanstack/react-query';
import { PackageX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useCan, useMe } from '@/db/me.ts';
import { productOf, type ProductRecord } from '@/db/products.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { LoadFailed } from '@/kit/list-states.tsx';
import { useSentence } from '@/kit/use-sentence.ts';
import { newId } from '@/lib/id.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonForm } from '@/ui/skeleton.tsx';
import { ProductForm } from './product-form.tsx';
import './products.css';

/** The page of /inventory/product/add, there with ?copy=… to begin from another product, and of /inventory/products/edit/:id. */
export function Component() {
  const { id } = useParams();
  const copied = useSearchParams()[0].get('copy');
  if (id) return <Loaded key={id} id={id} form={(record) => <Existing record={record} />} />;
  return copied ? <Loaded key={copied} id={copied} form={(record) => <New from={record} />} /> : <New />;
}

function New({ from }: { from?: ProductRecord }) {
  const [id] = useState(newId);
  return <ProductForm id={id} record={null} from={from} readOnly={false} />;
}

/** Changing needs the permission, and for a branch's own product work in that branch. */
function useMayChange() {
  const can = useCan();
  const { branches } = useMe();
  return (record: ProductRecord) => can('inventory.products.update') && (record.branch_id === null || branches.some((branch) => branch.id === record.branch_id && branch.access === 'work'));
}

function Existing({ record }: { record: ProductRecord }) {
  const mayChange = useMayChange();
  return <ProductForm id={record.id} record={record} readOnly={!mayChange(record)} />;
}

function Loaded({ id, form }: { id: string; form: (record: ProductRecord) => ReactNode }) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { data: record, isPending, error, refetch } = useQuery(productOf(id));
  if (record) return form(record);
  return (
    <>
      <PageHead title={t('products.one')} />
      {error ? (
        <LoadFailed sentence={sentence(error)} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonForm fields={8} />
      ) : (
        <EmptyState icon={PackageX} title={t('kit.notFound')} actions={<Button href="/inventory/products">{t('kit.backToList')}</Button>}>
          {t('products.form.notFound')}
        </EmptyState>
      )}
    </>
  );
}
