import { ArrowLeft } from 'lucide-react';
import { useBranch, useCan } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { Note } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';
import { ColumnTable } from './column-table.tsx';
import { missingFields, withheldFields } from './field-list.ts';
import { FileLine } from './file-line.tsx';
import type { Import } from './use-import.ts';

export function StepColumns({ work }: { work: Import }) {
  const { t } = useTranslation();
  const { works } = useBranch();
  const can = useCan();
  const { sheet, choices, change } = work;
  if (!sheet) return null;
  const { kind } = work;
  const withheld = withheldFields(kind, sheet.mapping, can).filter((field) => !choices.mapping.includes(field));
  const documents = kind === 'purchase_orders' || kind === 'sales';
  const quantities = choices.mapping.includes('quantity');
  const branchColumn = choices.mapping.includes('branch');
  const reason = missingFields(kind, choices.mapping)
    ? t('imports.needsName', { context: kind })
    : quantities && !branchColumn && !choices.branchId
      ? t('imports.needsBranch', { context: kind })
      : undefined;
  return (
    <>
      <div className="imp-body">
        <FileLine work={work} sheet={sheet} />
        {withheld.length > 0 && <Note>{t('imports.withheld', { fields: withheld.map((field) => t(`imports.field.${field}`)).join(t('kit.listComma')) })}</Note>}
        {kind === 'sales' && !choices.mapping.includes('payment_method') && !choices.mapping.includes('paid') && <Note>{t('imports.paidWhole')}</Note>}
        {sheet.shopify && <Note tone="ok">{t('imports.shopify')}</Note>}
        <ColumnTable key={[sheet.sheet, sheet.encoding, sheet.separator].join()} kind={kind} sheet={sheet} mapping={choices.mapping} map={work.map} />
        {quantities && !(documents && branchColumn) && (
          <div className="imp-places">
            <h2>{t('imports.placesTitle', { context: kind })}</h2>
            <p>{t('imports.placesText', { context: kind })}</p>
            <div className="grid g2">
              <Field label={t('imports.field.branch')} optional={branchColumn}>
                <Select
                  value={choices.branchId}
                  onChange={(branchId) => change({ branchId })}
                  placeholder={t('imports.chooseBranch')}
                  options={works.map((branch) => ({ value: branch.id, label: nameOf(branch), hint: branch.code }))}
                />
              </Field>
              {!documents && (
                <Field label={t('imports.field.stock_point')} optional>
                  <RefPicker table="stock_points" value={choices.stockPointId} onChange={(stockPointId) => change({ stockPointId })} placeholder={t('stock.floor')} />
                </Field>
              )}
            </div>
          </div>
        )}
      </div>
      <div className="save">
        <div className="acts">
          <Button icon={ArrowLeft} flip onClick={work.back}>
            {t('imports.back')}
          </Button>
          <Button variant="primary" onClick={work.runCheck} reason={reason}>
            {t('imports.runCheck')}
          </Button>
        </div>
      </div>
    </>
  );
}
