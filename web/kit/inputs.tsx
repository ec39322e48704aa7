// The input of each kind of field. It holds text as typed (or a boolean); rules.ts turns that into the column's value.
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { DateInput } from '@/ui/date-input.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { Switch } from '@/ui/switch.tsx';
import { TextArea, TextInput } from '@/ui/text-input.tsx';
import { CodedInput, type Coded } from './coded-input.tsx';
import type { AnyField, TextField } from './fields.ts';
import { RefPicker } from './ref-picker.tsx';

interface FieldInputProps {
  name: string;
  field: AnyField;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  recordId?: string;
  disabled?: boolean;
  label: string;
  hint?: string;
}

export function FieldInput({ name, field, value, onChange, onBlur, recordId, disabled, label, hint }: FieldInputProps) {
  const { t } = useTranslation();
  const text = typeof value === 'string' ? value : '';
  switch (field.kind) {
    case 'flag':
      return <Switch wide={field.aside} label={label} hint={hint} checked={value === true} onChange={onChange} disabled={disabled} />;
    case 'number':
    case 'money':
    case 'percent':
      return (
        <NumberInput
          name={name}
          value={text}
          onChange={onChange}
          onBlur={onBlur}
          disabled={disabled}
          integer={field.decimals === 0}
          format={field.kind === 'money' ? formatMoney : undefined}
          unit={field.kind === 'percent' ? '%' : field.kind === 'money' ? currencyWord() : undefined}
        />
      );
    case 'ref':
      return (
        <RefPicker
          table={field.table}
          tree={field.tree}
          exclude={field.tree ? recordId : undefined}
          required={field.required}
          value={text || null}
          onChange={(id) => onChange(id ?? '')}
          disabled={disabled}
        />
      );
    case 'choice':
      return (
        <Select
          value={text}
          onChange={onChange}
          disabled={disabled}
          options={field.options.map((option) => ({ value: option, label: t(`fields.choice.${option}`) }))}
        />
      );
    case 'day':
      return <DateInput value={text} onChange={onChange} disabled={disabled} />;
    case 'country':
    case 'currency':
    case 'timeZone':
      return <CodedInput kind={field.kind} value={text} onChange={onChange} disabled={disabled} />;
    case 'color':
      return <ColorInput name={name} value={text} onChange={onChange} onBlur={onBlur} disabled={disabled} label={label} />;
    case 'longText':
      return (
        <TextArea
          name={name}
          rows={4}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          disabled={disabled}
        />
      );
    default:
      return (
        <TextInput
          name={name}
          {...aids[field.kind]}
          dir={name === 'name_ar' ? 'rtl' : (aids[field.kind].dir ?? 'auto')}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          disabled={disabled}
        />
      );
  }
}

type Line = Exclude<TextField['kind'], 'longText' | 'day' | 'color' | Coded>;
const aids: Record<Line, { type?: string; inputMode?: 'tel' | 'email'; dir?: 'ltr'; autoCapitalize?: string; spellCheck?: boolean }> = {
  text: {},
  phone: { type: 'tel', inputMode: 'tel', dir: 'ltr' },
  email: { type: 'text', inputMode: 'email', dir: 'ltr', autoCapitalize: 'off', spellCheck: false },
  code: { dir: 'ltr', autoCapitalize: 'characters', spellCheck: false },
};

interface PlainInput {
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
}

/** A picker to choose by eye and a text field for a known colour; both set the same value. */
function ColorInput({ name, value, onChange, onBlur, disabled, label }: PlainInput & { name: string; onBlur: () => void; label: string }) {
  const shade = /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : '#808080';
  return (
    <span className="grid grid-cols-[44px_minmax(0,1fr)] gap-2">
      <input
        type="color"
        className="h-(--ctl) w-11 cursor-pointer rounded-md border border-rule-2 border-b-rule-ink bg-sheet p-[3px] [&::-webkit-color-swatch]:rounded-sm [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        aria-label={label}
        value={shade}
        onChange={(event) => onChange(event.target.value)}
        disabled={disabled}
      />
      <TextInput
        name={name}
        dir="ltr"
        spellCheck={false}
        maxLength={7}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        disabled={disabled}
      />
    </span>
  );
}
