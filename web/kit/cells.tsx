import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { Status } from '@/ui/status.tsx';
import { Swatch } from '@/ui/swatch.tsx';
import { ActiveStatus } from './active-status.tsx';
import type { AnyField, Choice, NumberField } from './fields.ts';
import { RefName, TreePath } from './ref-name.tsx';

function figureText(field: NumberField, value: string | number): string {
  if (field.kind === 'money') return formatMoney(value);
  const text = formatNumber(value, { max: field.decimals });
  if (field.kind === 'number') return text;
  return `${field.change && Number(value) > 0 ? '+' : ''}${text}%`;
}

/** A field's value for reading: in a list, on a read-only record, and where two edits are compared. */
export function FieldCell({ name, field, value }: { name: string; field: AnyField; value: unknown }): ReactNode {
  const { t } = useTranslation();
  if (field.kind === 'flag') {
    if (name === 'active') return <ActiveStatus active={value === true} />;
    return value === true ? (
      <Status tone="ok" icon={CircleCheck}>
        {t('kit.yes')}
      </Status>
    ) : (
      <Nil />
    );
  }
  if (value === null || value === undefined || value === '') return <Nil />;
  switch (field.kind) {
    case 'number':
    case 'money':
    case 'percent':
      return <Figure value={figureText(field, value as string | number)} />;
    case 'ref':
      return field.tree ? <TreePath table={field.table} id={String(value)} /> : <RefName table={field.table} id={String(value)} />;
    case 'choice':
      return t(`fields.choice.${value as Choice}`);
    case 'color':
      return (
        <span className="inline-group">
          <Swatch square color={String(value)} />
          <Code>{String(value)}</Code>
        </span>
      );
    case 'day':
      return <bdi>{formatDate(String(value))}</bdi>;
    case 'phone':
    case 'email':
    case 'code':
    case 'country':
    case 'currency':
    case 'timeZone':
      return <Code>{String(value)}</Code>;
    default:
      return <bdi>{String(value)}</bdi>;
  }
}

export function StampCell({ name, value }: { name: string; value: unknown }): ReactNode {
  const { t } = useTranslation();
  if (name.endsWith('_by')) return <RefName table="profiles" id={typeof value === 'string' ? value : null} otherwise={t('kit.system')} />;
  return typeof value === 'string' ? <bdi>{formatDate(value)}</bdi> : <Nil />;
}
