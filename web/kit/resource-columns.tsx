import type { TFunction } from 'i18next';
import type { PlainRow } from '@/db/plain-rows.ts';
import { nameOf } from '@/i18n/name-of.ts';
import type { Column, CardSlot } from '@/list/column.ts';
import { FieldCell, StampCell } from './cells.tsx';
import type { Resource } from './define.ts';
import type { AnyField, Choice } from './fields.ts';
import { nameInFile } from './resource-queries.ts';

interface Words {
  t: TFunction;
  language: string;
  label: (column: string) => string;
}

const isFigure = (field: AnyField) => field.kind === 'number' || field.kind === 'money' || field.kind === 'percent';

function cardSlotOf(name: string, field: AnyField): CardSlot {
  if (name === 'active') return 'status';
  if (isFigure(field)) return 'end';
  return name === 'name_ar' || field.kind === 'flag' ? 'none' : 'sub';
}

function widthOf(name: string, field: AnyField): string | undefined {
  if (name === 'active') return '120px';
  if (isFigure(field)) return '190px';
  if (field.kind === 'flag' || field.kind === 'code' || field.kind === 'color') return '150px';
  return undefined;
}

function sheetOf(name: string, field: AnyField, t: TFunction): Column<PlainRow>['sheet'] {
  if (name === 'active') return { value: (row) => t(row.active ? 'kit.active' : 'kit.inactive') };
  if (field.kind === 'flag') return { value: (row) => t(row[name] === true ? 'kit.yes' : 'kit.no') };
  if (field.kind === 'choice') return { value: (row) => t(`fields.choice.${row[name] as Choice}`) };
  if (field.kind === 'ref') return { value: (row) => row[nameInFile(name)] as string | null };
  if (isFigure(field)) return { value: (row) => row[name] as number, kind: field.kind === 'money' ? 'money' : 'number' };
  return { value: (row) => row[name] as string | null, kind: field.kind === 'phone' || field.kind === 'code' ? 'code' : 'text' };
}

/** The list columns of a resource's fields; the name links to the record. */
export function resourceColumns(resource: Resource, { t, language, label }: Words): readonly Column<PlainRow>[] {
  // With few columns there is room for both names.
  const hasRoom = Object.keys(resource.fields).length + resource.stamps.length <= 5;
  const named: Column<PlainRow> = {
    id: 'name',
    label: label('name'),
    pinned: true,
    sort: 'name',
    card: 'title',
    cell: (row) => (
      <a className="record-name" href={`${resource.path}/edit/${row.id}`}>
        <bdi>{nameOf(row)}</bdi>
      </a>
    ),
    sheet: { value: (row) => row.name, kind: 'text' },
  };
  // The first column shows the name in the user's language, this one the other name.
  const other: Column<PlainRow> = {
    id: 'name_ar',
    label: language === 'ar' ? t('kit.firstName') : label('name_ar'),
    sort: 'name_ar',
    shown: hasRoom,
    card: 'none',
    cell: (row) => (
      <FieldCell
        name="name_ar"
        field={{ kind: 'text', max: 120, required: false }}
        value={language === 'ar' ? row.name_ar && row.name : row.name_ar}
      />
    ),
    sheet: { value: (row) => row.name_ar, kind: 'text' },
  };
  const fields = Object.entries(resource.fields)
    .filter(([name]) => name !== 'name' && name !== 'name_ar' && name !== 'active')
    .map(
      ([name, field]): Column<PlainRow> => ({
        id: name,
        label: label(name),
        num: isFigure(field),
        sort: field.kind === 'ref' ? undefined : name,
        width: widthOf(name, field),
        minWidth: field.wide ? 230 : undefined,
        shown: field.listed,
        card: cardSlotOf(name, field),
        cell: (row) => <FieldCell name={name} field={field} value={row[name]} />,
        sheet: sheetOf(name, field, t),
      }),
    );
  const stamps = resource.stamps.map(
    (name): Column<PlainRow> => ({
      id: name,
      label: label(name),
      sort: name.endsWith('_at') ? name : undefined,
      width: '130px',
      card: 'none',
      cell: (row) => <StampCell name={name} value={row[name]} />,
      sheet: name.endsWith('_by')
        ? { value: (row) => row[nameInFile(name)] as string | null }
        : { value: (row) => new Date(String(row[name])), kind: 'date' },
    }),
  );
  const status = resource.fields.active;
  const last: Column<PlainRow>[] = status
    ? [
        {
          id: 'active',
          label: t('kit.status'),
          sort: 'active',
          width: widthOf('active', status),
          card: 'status',
          cell: (row) => <FieldCell name="active" field={status} value={row.active} />,
          sheet: sheetOf('active', status, t),
        },
      ]
    : [];
  return [named, ...(resource.fields.name_ar ? [other] : []), ...fields, ...stamps, ...last];
}
