import { useState } from 'react';
import { useBranch, useMe } from '@/db/me.ts';
import type { Access, UserBranch } from '@/db/users.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { normalise } from '@/lib/normalise.ts';
import { Segmented } from '@/ui/segmented.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { Search } from 'lucide-react';
import { placed, type Places } from './user-values.ts';

interface BranchAccessProps {
  value: Places;
  onChange: (places: Places) => void;
  /** The user's current branches, which may include some that the editing user cannot access. */
  known: readonly UserBranch[];
  disabled: boolean;
}

/** Up to this number, no search field is needed. */
const few = 8;

/** Where a user may view or also work; nobody can give more access than they have. */
export function BranchAccess({ value, onChange, known, disabled }: BranchAccessProps) {
  const { t } = useTranslation();
  const { branches, role } = useMe();
  const { workBranches } = useBranch();
  const [words, setWords] = useState('');
  const own = branches.map((branch) => ({ id: branch.id, name: nameOf(branch) }));
  const rows = [
    ...own,
    ...known
      .filter(({ branch_id }) => !own.some(({ id }) => id === branch_id))
      .map((branch) => ({ id: branch.branch_id, name: nameIn(branch, 'branch') })),
  ];
  const ownAccess = (id: string): Access | null =>
    role.is_owner || workBranches.some((branch) => branch.id === id) ? 'work' : branches.some((branch) => branch.id === id) ? 'view' : null;
  const searched = normalise(words);
  const shown = rows.filter(({ name }) => normalise(name).includes(searched));
  const option = (access: Access | 'none', isUnavailable: boolean) => ({
    value: access,
    label: t(`users.access.${access}`),
    disabled: disabled || isUnavailable,
  });
  return (
    <div className="places">
      {rows.length > few && (
        <TextInput
          icon={Search}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          placeholder={t('users.findBranch')}
          aria-label={t('users.findBranch')}
        />
      )}
      <ul>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            <Segmented<Access | 'none'>
              small
              label={name}
              value={value[id] ?? 'none'}
              onChange={(access) => onChange(placed(value, id, access === 'none' ? null : access))}
              options={[
                option('none', ownAccess(id) === null),
                option('view', ownAccess(id) === null),
                option('work', ownAccess(id) !== 'work'),
              ]}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
