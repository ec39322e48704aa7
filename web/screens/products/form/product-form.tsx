import { ArrowLeftRight, CircleCheck, CircleSlash, Copy, PackagePlus, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useCan, useMe } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import type { ProductRecord } from '@/db/products.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ActiveStatus } from '@/kit/active-status.tsx';
import { SaveBar } from '@/kit/save-bar.tsx';
import { useStoredInput, useRecordDraft } from '@/kit/use-record-draft.tsx';
import type { FormBase } from '@/kit/use-saved-form.ts';
import { newId } from '@/lib/id.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { Button } from '@/ui/button.tsx';
import { useFirstField } from '@/ui/first-field.ts';
import { Menu } from '@/ui/menu.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { PageHead } from '@/ui/page-head.tsx';
import { TabPanel, Tabs } from '@/ui/tabs.tsx';
import { toast } from '@/ui/toast.tsx';
import { ProductFacts } from '../view/product-facts.tsx';
import { useSwitchProducts } from '../use-product-actions.ts';
import { FormNotices } from './form-notices.tsx';
import { firstWrongCode, type GridMode } from './grid-writes.ts';
import { ProductAside } from './product-aside.tsx';
import { ProductFields } from './product-fields.tsx';
import { blankProduct, copyOf, toValues, type ProductValues } from './product-values.ts';
import { useProductChangeSummary } from './use-product-change-summary.ts';
import { useOnHand } from './use-on-hand.ts';
import { useProductForm } from './use-product-form.ts';
import { useStocking } from './use-stocking.ts';
import { VariantSection } from './variant-section.tsx';

const DeleteProduct = lazy(() => import('../delete-product.tsx'));
const ProductTabs = lazy(() => import('../view/product-tabs.tsx'));

interface ProductFormProps {
  id: string;
  /** Null for a new product. */
  record: ProductRecord | null;
  /** The product whose values a new one starts with. */
  from?: ProductRecord;
  readOnly: boolean;
}

const ADD = '/inventory/product/add';
const TABS = ['details', 'stock', 'movements', 'history'] as const;
type TabId = (typeof TABS)[number];

/** The form for both new and existing products. */
export function ProductForm({ id, record, from, readOnly }: ProductFormProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const online = useOnline();
  const can = useCan();
  const { business } = useMe();
  const [mode, setMode] = useState<GridMode>('price');
  const [deleting, setDeleting] = useState(false);
  const switching = useSwitchProducts();
  const stockingOf = useStocking();
  const stocking = record && stockingOf(record);

  const [initial] = useState<FormBase<ProductValues>>(() =>
    record
      ? { id, version: record.version, base: toValues(record) }
      : { id, version: 0, base: blankProduct(newId, business.low_stock_level) },
  );
  const draft = useRecordDraft(initial, from ? `${pathname}?copy=${from.id}` : undefined);
  const product = useProductForm({
    start: draft.start,
    typed: draft.restoredDraft?.typed ?? (from ? copyOf(from, newId) : initial.base),
    record,
    withCost: can('inventory.costs.view'),
    mayUpdate: can('inventory.products.update'),
    onSaved: (saved, created, unsaved) => {
      draft.clear(created);
      const next = created ? stockingOf(saved) : undefined;
      toast({
        text: t(created ? 'products.form.created' : 'products.form.saved', { name: nameOf(saved) }),
        tone: 'ok',
        action: next ? { label: t('products.addStock'), run: () => void navigate(next) } : undefined,
      });
      if (!created) return;
      guard.release();
      const edit = `/inventory/products/edit/${saved.id}`;
      if (unsaved) draft.storeFor(edit, unsaved);
      void navigate(edit, { replace: true });
    },
  });
  const { values, changed, agreed, isDeleted, refusedCodes } = product;
  useFirstField(product.formElement, record === null);
  const dirty = changed.length > 0;
  const guard = useStoredInput(draft, product, { onLeave: product.forgetPictures });
  // Shows the column in which a code was refused.
  useEffect(() => {
    const [key] = refusedCodes.keys();
    if (key) setMode(key.startsWith('barcode') ? 'barcode' : 'sku');
  }, [refusedCodes]);

  const seesStock = can('inventory.stock.view') && agreed.version > 0;
  const { levels, onHand, total } = useOnHand(agreed.id, seesStock);

  const name = record ? nameOf(record) : t('products.form.addTitle');
  const words = useProductChangeSummary(agreed, values, changed);
  const wrongCode = firstWrongCode(values.variants);
  const wrongFields = Object.keys(product.form.formState.errors)
    .filter((field) => field !== 'variants')
    .map((field) => t(`products.fields.${field as keyof ProductValues}`));
  const wrong = wrongFields.length
    ? t('kit.checkFields', { fields: new Intl.ListFormat(i18n.language).format(wrongFields) })
    : wrongCode && t('products.form.wrongCode', { code: wrongCode.code, problem: t(`products.grid.${wrongCode.problem}`) });
  const save = () => {
    if (wrongCode) setMode(wrongCode.field);
    product.submit();
  };
  const tabParam = params.get('tab');
  const tab: TabId = record ? (TABS.find((id) => id === tabParam) ?? 'details') : 'details';
  const mayPrice = agreed.version === 0 || can('inventory.products.edit_price');
  const menu: MenuEntry[] = record
    ? [
        ...(readOnly || dirty
          ? []
          : [
              {
                label: t(record.active ? 'products.menu.deactivate' : 'products.menu.activate'),
                icon: record.active ? CircleSlash : CircleCheck,
                onSelect: () => void switching.switchTo(!record.active, { ids: [record.id] }, name),
              },
            ]),
        ...(can('inventory.products.create')
          ? [
              { label: t('products.menu.duplicate'), icon: Copy, href: `${ADD}?copy=${record.id}` },
              { label: t('products.add'), icon: Plus, href: ADD },
            ]
          : []),
        ...(can('inventory.products.delete')
          ? ['line' as const, { label: t('products.menu.delete'), icon: Trash2, danger: true, onSelect: () => setDeleting(true) }]
          : []),
      ]
    : [];

  return (
    <form
      className="record product"
      ref={product.formElement}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!readOnly) save();
      }}
    >
      <PageHead
        title={name}
        lead={record && <ProductThumb path={values.image_path || (values.variants.find(({ image }) => image)?.image ?? null)} large />}
        stamp={record && <ActiveStatus active={record.active} stamp />}
        sub={record && <ProductFacts record={record} variants={values.variants.length} total={total} />}
        actions={
          record && (
            <>
              {stocking && (
                <Button icon={PackagePlus} href={stocking}>
                  {t('products.addStock')}
                </Button>
              )}
              {can('inventory.transfers.create') && (total === undefined ? !seesStock : total > 0) && (
                <Button icon={ArrowLeftRight} flip href={`/inventory/stockpoints/transactions/add?products=${record.id}`}>
                  {t('products.transfer')}
                </Button>
              )}
              {menu.length > 0 && <Menu label={t('kit.rowActions', { name })} items={menu} />}
            </>
          )
        }
      />
      {record && (
        <Tabs<TabId>
          label={name}
          current={tab}
          onChange={(next) => setParams(next === 'details' ? {} : { tab: next }, { replace: true })}
          tabs={TABS.filter((id) => id === 'details' || id === 'history' || seesStock).map((id) => ({
            id,
            label: t(`products.form.${id}`),
            count: id === 'stock' && total !== undefined ? formatNumber(total) : undefined,
          }))}
        />
      )}
      <div
        className="document"
        hidden={tab !== 'details'}
        {...(record ? { role: 'tabpanel', id: 'panel-details', 'aria-labelledby': 'tab-details' } : {})}
      >
        <div className="body">
          <FormNotices
            product={product}
            from={from && nameOf(from)}
            restored={draft.restored}
            readOnly={readOnly}
            onDiscard={guard.discard}
          />
          <ProductFields control={product.form.control} values={values} readOnly={readOnly} mayPrice={mayPrice} />
          <VariantSection
            productId={agreed.id}
            code={params.get('code')}
            variants={values.variants}
            onChange={(variants) => product.set({ variants })}
            price={values.price}
            levels={levels}
            onHand={onHand}
            refused={refusedCodes}
            mode={mode}
            onMode={setMode}
            readOnly={readOnly}
            mayPrice={mayPrice}
          />
        </div>
        <ProductAside
          control={product.form.control}
          productId={agreed.id}
          values={values}
          set={product.set}
          onColorPhoto={product.setColorPhoto}
          readOnly={readOnly}
          name={name}
          onSendPhoto={product.sendPhoto}
        />
      </div>
      {record && tab !== 'details' && (
        <TabPanel id={tab} className="scroll">
          <Suspense>
            <ProductTabs tab={tab} product={record} stocking={stocking ?? undefined} />
          </Suspense>
        </TabPanel>
      )}
      {!readOnly && (
        <SaveBar
          changed={dirty ? words : undefined}
          isNew={!record}
          busy={product.busy}
          problem={isDeleted ? t('kit.gone') : online ? undefined : t('kit.offline')}
          wrong={wrong}
          saveLabel={t(record ? 'products.form.save' : 'products.form.create')}
          onSave={save}
          onDiscard={guard.discard}
        />
      )}
      {guard.question}
      {deleting && record && (
        <Suspense>
          <DeleteProduct
            id={record.id}
            name={name}
            image_path={record.image_path}
            active={record.active}
            mayDeactivate={can('inventory.products.update')}
            onClose={() => setDeleting(false)}
            onDone={(deleted) => {
              setDeleting(false);
              if (!deleted) return;
              product.forgetPictures();
              guard.release();
              draft.drop();
              void navigate('/inventory/products');
            }}
          />
        </Suspense>
      )}
    </form>
  );
}
