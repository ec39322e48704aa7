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
  const withheld = withheldFields(work.kind, sheet.mapping, can).filter((field) => !choices.mapping.includes(field));
  const orders = work.kind === 'purchase_orders';
  const quantities = choices.mapping.includes('quantity');
  const branchColumn = choices.mapping.includes('branch');
  const reason = missingFields(work.kind, choices.mapping)
    ? t('imports.needsName', { context: work.kind })
    : quantities && !branchColumn && !choices.branchId
      ? t('imports.needsBranch', { context: work.kind })
      : undefined;
  return (
    <>
      <div className="imp-body">
        <FileLine work={work} sheet={sheet} />
        {withheld.length > 0 && <Note>{t('imports.withheld', { fields: withheld.map((field) => t(`imports.field.${field}`)).join(t('kit.listComma')) })}</Note>}
        {sheet.shopify && <Note tone="ok">{t('imports.shopify')}</Note>}
        <ColumnTable key={[sheet.sheet, sheet.encoding, sheet.separator].join()} kind={work.kind} sheet={sheet} mapping={choices.mapping} map={work.map} />
        {quantities && !(orders && branchColumn) && (
          <div className="imp-places">
            <h2>{t('imports.placesTitle', { context: work.kind })}</h2>
            <p>{t('imports.placesText', { context: work.kind })}</p>
            <div className="grid g2">
              <Field label={t('imports.field.branch')} optional={branchColumn}>
                <Select
                  value={choices.branchId}
                  onChange={(branchId) => change({ branchId })}
                  placeholder={t('imports.chooseBranch')}
                  options={works.map((branch) => ({ value: branch.id, label: nameOf(branch), hint: branch.code }))}
                />
              </Field>
              {!orders && (
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
