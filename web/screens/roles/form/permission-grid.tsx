import { Lock } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { PermissionName } from '@/db/types.gen.ts';
import { permissionName } from '@/db/permission-name.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Icon } from '@/ui/icon.tsx';
import { columns, partsOf, type Area } from './permissions.ts';

interface PermissionGridProps {
  areas: readonly Area[];
  held: ReadonlySet<PermissionName>;
  /** The saved permissions; differences are tinted. */
  before: ReadonlySet<PermissionName>;
  /** Another role to compare with. */
  other?: { name: string; held: ReadonlySet<PermissionName> };
  /** The editing user's own permissions; only these can be granted or withdrawn. */
  ownPermissions: ReadonlySet<PermissionName>;
  readOnly: boolean;
  onToggle: (permissions: readonly PermissionName[], given: boolean) => void;
}

/** The permissions of a role by area, resource and action. */
export function PermissionGrid(props: PermissionGridProps) {
  const { t } = useTranslation();
  const { areas, other } = props;
  return (
    <table className={other ? 'permission-grid beside' : 'permission-grid'} onKeyDown={move}>
      <thead>
        <tr>
          <th scope="col">{t('roles.area')}</th>
          {columns.map((action) => (
            <th key={action} scope="col">
              <span className="word">{t(`app.permission.action.${action}`)}</span>
            </th>
          ))}
          <th scope="col" className="other-permissions">
            {t('roles.others')}
          </th>
        </tr>
      </thead>
      {areas.map((area) => (
        <AreaRows key={area.domain} area={area} {...props} />
      ))}
    </table>
  );
}

function AreaRows({ area, held, ownPermissions: own, readOnly, onToggle, ...rest }: PermissionGridProps & { area: Area }) {
  const { t } = useTranslation();
  const given = area.all.filter((permission) => held.has(permission)).length;
  const mine = area.all.filter((permission) => own.has(permission));
  const name = t(`app.permission.domain.${area.domain}` as 'app.permission.domain.inventory');
  const cell = (permission: PermissionName) => (
    <Box permission={permission} held={held} ownPermissions={own} readOnly={readOnly} onToggle={onToggle} {...rest} />
  );
  return (
    <tbody>
      <tr className="domain">
        <th scope="rowgroup" colSpan={columns.length + 2}>
          <span className="name">
            <label>
              <Tick
                checked={given === area.all.length}
                mixed={given > 0 && given < area.all.length}
                disabled={readOnly || mine.length === 0}
                label={t('roles.wholeArea', { name })}
                // A partly ticked area becomes fully ticked, a fully ticked one empty.
                onChange={() =>
                  onToggle(
                    mine,
                    mine.some((permission) => !held.has(permission)),
                  )
                }
              />
              {name}
            </label>
            <bdi className="number">
              {formatNumber(given)} / {formatNumber(area.all.length)}
            </bdi>
          </span>
        </th>
      </tr>
      {area.rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{t(`app.permission.resource.${row.resource}` as 'app.permission.resource.products')}</th>
          {columns.map((action) => {
            const permission = row.of[action];
            return permission ? (
              <Cell key={action} permission={permission} {...rest} held={held}>
                {cell(permission)}
              </Cell>
            ) : (
              <td key={action} className="not-applicable" aria-hidden="true">
                ·
              </td>
            );
          })}
          <td className="other-permissions">
            {row.others.map((permission) => (
              <label key={permission} className={changed(permission, held, rest.before) ? 'changed' : undefined}>
                {cell(permission)}
                <span className="word">{t(`app.permission.action.${partsOf(permission).action}` as 'app.permission.action.view')}</span>
              </label>
            ))}
            {row.id === 'inventory.costs' && <small>{t('roles.costsAre')}</small>}
            {row.id === 'attendance.shifts' && <small>{t('roles.expectedIs')}</small>}
          </td>
        </tr>
      ))}
    </tbody>
  );
}

const changed = (permission: PermissionName, held: ReadonlySet<PermissionName>, before: ReadonlySet<PermissionName>) =>
  held.has(permission) !== before.has(permission);

function Cell({
  permission,
  held,
  before,
  children,
}: Pick<PermissionGridProps, 'held' | 'before'> & { permission: PermissionName; children: ReactNode }) {
  return <td className={changed(permission, held, before) ? 'changed' : undefined}>{children}</td>;
}

/** A checkbox, or a lock if the editing user lacks the permission, followed by the compared role's value. */
function Box({
  permission,
  held,
  ownPermissions: own,
  other,
  readOnly,
  onToggle,
}: Omit<PermissionGridProps, 'areas' | 'before'> & { permission: PermissionName }) {
  const { t } = useTranslation();
  const name = permissionName(t, permission);
  const has = held.has(permission);
  const comparison = other && (
    <i
      className={other.held.has(permission) ? 'other granted' : 'other'}
      title={t(other.held.has(permission) ? 'roles.otherHas' : 'roles.otherHasNot', { name: other.name })}
    />
  );
  const label = other ? `${name}. ${t(other.held.has(permission) ? 'roles.otherHas' : 'roles.otherHasNot', { name: other.name })}` : name;
  if (!own.has(permission) && !has) {
    return (
      <span className="lock" role="img" aria-label={`${label}. ${t('roles.locked')}`} title={t('roles.locked')}>
        <Icon of={Lock} size={14} />
        {comparison}
      </span>
    );
  }
  return (
    <span className="tick-box">
      <Tick
        checked={has}
        disabled={readOnly || !own.has(permission)}
        label={own.has(permission) ? label : `${label}. ${t('roles.locked')}`}
        onChange={() => onToggle([permission], !has)}
      />
      {comparison}
    </span>
  );
}

interface TickProps {
  checked: boolean;
  mixed?: boolean;
  disabled: boolean;
  label: string;
  onChange: () => void;
}

function Tick({ checked, mixed, disabled, label, onChange }: TickProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = Boolean(mixed);
  }, [mixed]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={mixed ? 'checkbox mixed' : 'checkbox'}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

/** Arrow keys move between checkboxes: up and down within a column, along a row in reading order. */
function move(event: KeyboardEvent<HTMLTableElement>) {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || !event.key.startsWith('Arrow')) return;
  const row = box.closest('tr')!;
  const inRow = (of: Element) => [...of.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
  const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  let next: HTMLInputElement | undefined;
  if (down === undefined) {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    next = inRow(row)[inRow(row).indexOf(box) + (event.key === forward ? 1 : -1)];
  } else {
    const rows = [...event.currentTarget.querySelectorAll('tbody tr')].filter((tr) => inRow(tr).length > 0);
    const below = rows[rows.indexOf(row) + down];
    const column = box.closest('td')?.cellIndex ?? 0;
    next = below && (inRow(below).find((input) => (input.closest('td')?.cellIndex ?? 0) >= column) ?? inRow(below).at(-1));
  }
  event.preventDefault();
  next?.focus();
}
