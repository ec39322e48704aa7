import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { roleList, roleOf } from '@/db/roles.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Segmented } from '@/ui/segmented.tsx';
import { Select } from '@/ui/select.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { areasOf, narrowed, partsOf } from './permissions.ts';

type Shown = 'all' | 'given' | 'changed' | 'differs';

interface GridViewOptions {
  id: string;
  catalogue: readonly PermissionName[];
  given: ReadonlySet<PermissionName>;
  before: ReadonlySet<PermissionName>;
}

/** Which rows of the grid are shown: by words and by granted permissions; and the role to compare with. */
export function useGridView({ id, catalogue, given, before }: GridViewOptions) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const [params, setParams] = useSearchParams();
  const compared = params.get('compare');
  const comparedRole = useQuery({ ...roleOf(compared ?? ''), enabled: compared !== null && compared !== id }).data?.role;
  const other = useMemo(() => comparedRole && { name: nameOf(comparedRole), held: new Set(comparedRole.permissions) }, [comparedRole]);
  const all = useMemo(() => areasOf(catalogue), [catalogue]);
  const differs = (permission: PermissionName) =>
    other !== undefined && other !== null && other.held.has(permission) !== given.has(permission);
  const shows: Record<Shown, (permission: PermissionName) => boolean> = {
    all: () => true,
    given: (permission) => given.has(permission),
    changed: (permission) => given.has(permission) !== before.has(permission),
    differs,
  };
  const named = (key: string) => t(`app.permission.${key}` as 'app.permission.action.view');
  const areas = narrowed(
    all,
    words,
    (row, { domain }) =>
      [
        named(`domain.${domain}`),
        named(`resource.${row.resource}`),
        ...row.all.flatMap((permission) => [permission, named(`action.${partsOf(permission).action}`)]),
      ].join(' '),
    shows[shown],
  );
  return {
    areas,
    words,
    setWords,
    shown,
    setShown,
    compared,
    other: other ?? undefined,
    difference: catalogue.filter(differs).length,
    compare: (role: string) => {
      setParams(
        (now) => {
          if (role) now.set('compare', role);
          else now.delete('compare');
          return now;
        },
        { replace: true },
      );
      setShown(role ? 'differs' : 'all');
    },
  };
}

interface GridToolsProps {
  view: ReturnType<typeof useGridView>;
  id: string;
  counts: { given: number; changed: number };
}

export function GridTools({ view, id, counts }: GridToolsProps) {
  const { t } = useTranslation();
  const roles = useQuery(roleList({ sort: [['name']], limit: 1000 })).data?.rows ?? [];
  const option = (value: Shown, count?: number) => ({
    value,
    label: t(`roles.show.${value}`),
    count: count === undefined ? undefined : formatNumber(count),
  });
  return (
    <div className="tools permission-tools">
      <TextInput
        icon={Search}
        type="search"
        value={view.words}
        onChange={(event) => view.setWords(event.target.value)}
        placeholder={t('roles.find')}
        aria-label={t('roles.find')}
      />
      <Segmented<Shown>
        label={t('roles.showLabel')}
        value={view.shown}
        onChange={view.setShown}
        options={[
          option('all'),
          option('given', counts.given),
          option('changed', counts.changed),
          ...(view.other ? [option('differs', view.difference)] : []),
        ]}
      />
      <span className="ms-auto max-sm:ms-0 max-sm:w-full sm:min-w-47.5">
        <Select
          label={t('roles.compare')}
          value={view.compared ?? ''}
          onChange={view.compare}
          options={[
            { value: '', label: t('roles.compareNone') },
            ...roles.filter((role) => role.id !== id).map((role) => ({ value: role.id, label: nameOf(role) })),
          ]}
        />
      </span>
    </div>
  );
}
