import { useQuery } from '@tanstack/react-query';
import { roleList } from '@/db/roles.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Select } from '@/ui/select.tsx';

interface RolePickerProps {
  value: string;
  onChange: (id: string) => void;
  disabled?: boolean;
  /** A role that is not offered. */
  without?: string;
}

/** Offers all active roles, with the reason beside those that the user may not assign. */
export function RolePicker({ value, onChange, disabled, without }: RolePickerProps) {
  const { t } = useTranslation();
  const roles = useQuery(roleList({ sort: [['name']], limit: 1000 })).data?.rows ?? [];
  const options = roles
    .filter(({ id, active }) => id !== without && (active || id === value))
    .map((role) => ({
      value: role.id,
      label: nameOf(role),
      disabled: !role.grantable && role.id !== value,
      hint: role.grantable ? undefined : t('errors.role_above'),
    }));
  return <Select value={value || null} onChange={onChange} options={options} placeholder={t('users.chooseRole')} disabled={disabled} />;
}
