import { useState, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useFieldAids } from './field.tsx';
import { Icon, type LucideIcon } from './icon.tsx';
import { KeyHint } from './kbd.tsx';

export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  icon?: LucideIcon;
  keys?: string;
  end?: ReactNode;
  invalid?: boolean;
  boxClassName?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A line of text in the direction of its content; give `dir="ltr"` to codes, addresses and phone numbers. */
export function TextInput({ icon, keys, end, invalid, boxClassName, className, dir = 'auto', id, ...rest }: TextInputProps) {
  const { invalid: wrong, labelledBy: _, ...aids } = useFieldAids({ id, invalid });
  return (
    <span className={['input', wrong && 'invalid', boxClassName].filter(Boolean).join(' ')}>
      {icon && <Icon of={icon} />}
      <input dir={dir} className={className} autoComplete="off" {...rest} {...aids} />
      {keys && <KeyHint keys={keys} />}
      {end}
    </span>
  );
}

export function PasswordInput(props: TextInputProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      dir="ltr"
      type={shown ? 'text' : 'password'}
      end={
        <button type="button" className="peek" aria-label={t('ui.showPassword')} aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Icon of={shown ? EyeOff : Eye} />
        </button>
      }
    />
  );
}

export function TextArea({ className, dir = 'auto', rows = 3, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { invalid: wrong, labelledBy: _, ...aids } = useFieldAids();
  return (
    <textarea dir={dir} rows={rows} className={['input', wrong && 'invalid', className].filter(Boolean).join(' ')} {...rest} {...aids} />
  );
}
