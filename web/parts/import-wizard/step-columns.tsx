import { ArrowLeft } from 'lucide-react';
import { useBranch, useCan } from '@/db/me.ts';
import { isolated } from '@/i18n/isolated.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { Banner, Note } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Field, FieldGrid } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';
import { ColumnTable } from './column-table.tsx';
import { asksBranch, furtherLeftOut, inOtherUnits, missingFields, withheldFields } from './field-list.ts';
import { FileLine } from './file-line.tsx';
import type { Import } from './use-import.ts';

const lostMeanings = ['money', 'state', 'kind', 'unit'] as const;

export function StepColumns({ work }: { work: Import }) {
  const { t, i18n } = useTranslation();
  const { workBranches } = useBranch();
  const can = useCan();
  const { sheet, choices, change } = work;
  if (!sheet) return null;
  const { kind } = work;
  const withheld = withheldFields(kind, sheet.mapping, can).filter((field) => !choices.mapping.includes(field));
  const branches = workBranches.map((branch) => ({ value: branch.id, label: nameOf(branch), hint: branch.code }));
  const quantities = choices.mapping.includes('quantity');
  const needsBranch = quantities || kind === 'expenses' || choices.mapping.includes('opening_balance');
  const places = Object.keys(choices.places);
  const branchColumn = choices.mapping.includes('branch') || places.length > 0;
  const heads = (columns: readonly number[]) =>
    columns.map((column) => isolated(sheet.headers[column] ?? '', i18n.language)).join(t('kit.listComma'));
  const filled = choices.mapping.map((field, column) => field ?? choices.otherwise[column] ?? null);
  const otherUnits = inOtherUnits(filled, sheet.units, choices.amounts);
  const lost = sheet.meanings.flatMap((meaning, column) =>
    meaning && !filled[column] && !choices.open.includes(column) && !choices.dropped.includes(column) ? [{ meaning, column }] : [],
  );
  const reason = missingFields(kind, choices.mapping)
    ? t('imports.needsName', { context: kind })
    : choices.open.length > 0
      ? t('imports.needsChoice')
      : otherUnits.length > 0
        ? t('imports.needsUnits')
        : lost.length > 0
          ? t('imports.needsDropped')
          : quantities && Object.values(choices.places).includes(undefined)
            ? t('imports.needsPlaces')
            : needsBranch && !branchColumn && !choices.branchId
              ? t('imports.needsBranch', { context: kind })
              : undefined;
  return (
    <>
      <div className="import-body">
        <FileLine work={work} sheet={sheet} />
        {withheld.length > 0 && (
          <Note>{t('imports.withheld', { fields: withheld.map((field) => t(`imports.field.${field}`)).join(t('kit.listComma')) })}</Note>
        )}
        {kind === 'sales' && !choices.mapping.includes('payment_method') && !choices.mapping.includes('paid') && (
          <Note>{t('imports.paidWhole')}</Note>
        )}
        {kind === 'expenses' && !choices.mapping.includes('payment_method') && <Note>{t('imports.paidNone')}</Note>}
        {sheet.system && <Note tone="ok">{t('imports.system', { name: sheet.system })}</Note>}
        {sheet.contested
          .filter(({ columns }) => columns.some((column) => choices.open.includes(column)))
          .map(({ field, columns }) => (
            <Note key={field} tone="warn">
              {t('imports.contested', { columns: heads(columns), field: t(`imports.field.${field}`) })}
            </Note>
          ))}
        {furtherLeftOut(sheet.further, choices.mapping).map(({ field, columns, values }) => (
          <Note key={field} tone="warn">
            {values === undefined
              ? t('imports.furtherColumns', { columns: heads(columns), field: t(`imports.field.${field}`) })
              : t('imports.furtherValues', { columns: heads(columns), count: values, field: t(`imports.field.${field}`) })}
          </Note>
        ))}
        {otherUnits.map(({ column, field, unit }) => (
          <Banner
            key={column}
            tone="warn"
            actions={
              <>
                {unit !== '%' && (
                  <Button small onClick={() => change({ amounts: { ...choices.amounts, [column]: unit } })}>
                    {t('imports.figuresIn', { currency: currencyWord() })}
                  </Button>
                )}
                <Button small onClick={() => work.map(column, null)}>
                  {t('imports.leaveOut')}
                </Button>
              </>
            }
          >
            {unit === '%'
              ? t('imports.inPercent', { name: sheet.headers[column] ?? '', field: t(`imports.field.${field}`) })
              : t('imports.inCurrency', { name: sheet.headers[column] ?? '', unit, currency: currencyWord() })}
          </Banner>
        ))}
        {lostMeanings.map((meaning) => {
          const columns = lost.flatMap((one) => (one.meaning === meaning ? [one.column] : []));
          if (columns.length === 0) return null;
          return (
            <Banner
              key={meaning}
              tone="warn"
              actions={
                <Button small onClick={() => change({ dropped: [...choices.dropped, ...columns] })}>
                  {t('imports.leaveOut')}
                </Button>
              }
            >
              {t(`imports.lost.${meaning}`, { columns: heads(columns) })}
            </Banner>
          );
        })}
        <ColumnTable
          key={[sheet.sheet, sheet.encoding, sheet.separator].join()}
          kind={kind}
          sheet={sheet}
          mapping={choices.mapping}
          otherwise={choices.otherwise}
          open={choices.open}
          map={work.map}
        />
        {needsBranch && asksBranch(kind, choices.mapping) && (
          <div className="import-places">
            <h2>{t('imports.placesTitle', { context: kind })}</h2>
            <p>{t('imports.placesText', { context: kind })}</p>
            <div className="mt-1.5 max-w-160">
              <FieldGrid>
                {places.map((place) => (
                  <Field key={place} label={t('imports.stockOf', { name: place })}>
                    <Select
                      value={choices.places[place] === null ? 'none' : (choices.places[place] ?? null)}
                      onChange={(branchId) => change({ places: { ...choices.places, [place]: branchId === 'none' ? null : branchId } })}
                      placeholder={t('imports.chooseBranch')}
                      options={[...branches, { value: 'none', label: t('imports.leaveStockOut') }]}
                    />
                  </Field>
                ))}
                {places.length === 0 && (
                  <Field label={t('imports.field.branch')} optional={branchColumn}>
                    <Select
                      value={choices.branchId}
                      onChange={(branchId) => change({ branchId })}
                      placeholder={t('imports.chooseBranch')}
                      options={branches}
                    />
                  </Field>
                )}
                {kind === 'products' && (
                  <Field label={t('imports.field.stock_point')} optional>
                    <RefPicker
                      table="stock_points"
                      value={choices.stockPointId}
                      onChange={(stockPointId) => change({ stockPointId })}
                      placeholder={t('stock.floor')}
                    />
                  </Field>
                )}
              </FieldGrid>
            </div>
          </div>
        )}
      </div>
      <div className="save">
        <div className="actions">
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
