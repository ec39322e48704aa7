import { RefreshCw } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Field } from '@/ui/field.tsx';
import { Icon } from '@/ui/icon.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { temporaryPassword } from './temporary-password.ts';

interface PasswordFieldProps {
  value: string;
  onChange: (password: string) => void;
  error?: string;
}

/** A temporary password, shown as plain text because it is passed on to somebody. */
export function PasswordField({ value, onChange, error }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('users.fields.password')} hint={t('users.passwordHint')} error={error}>
      <TextInput
        dir="ltr"
        name="temporary-password"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={72}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        end={
          <button
            type="button"
            className="peek"
            aria-label={t('users.anotherPassword')}
            title={t('users.anotherPassword')}
            onClick={() => onChange(temporaryPassword())}
          >
            <Icon of={RefreshCw} />
          </button>
        }
      />
    </Field>
  );
}
