import { useQuery } from '@tanstack/react-query';
import type { Table } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { Nil } from '@/ui/figure.tsx';
import { treeQuery, useName } from './names.ts';
import { pathOf } from './tree.ts';

interface RefNameProps {
  table: Table;
  id: string | null;
  /** Shown without an id, as for a record created by the system. */
  otherwise?: string;
}

/** The name of a record, in the user's language. */
export function RefName({ table, id, otherwise }: RefNameProps) {
  const name = useName(table, id);
  if (!id) return otherwise ? <span className="muted">{otherwise}</span> : <Nil />;
  if (name === undefined) return <span className="skeleton inline-block w-[90px]" />;
  return name ? <bdi>{nameOf(name)}</bdi> : <Nil />;
}

/** A row's path in its tree: "Women / Abayas". */
export function TreePath({ table, id }: RefNameProps) {
  const { data } = useQuery(treeQuery(table));
  if (!id) return <Nil />;
  if (!data) return <span className="skeleton inline-block w-[90px]" />;
  const path = pathOf(new Map(data.map((node) => [node.id, node])), id);
  if (path.length === 0) return <Nil />;
  return (
    <span className="path">
      {path.map((node, index) => (
        <span key={node.id}>
          {index > 0 && <span className="muted"> / </span>}
          <bdi>{nameOf(node)}</bdi>
        </span>
      ))}
    </span>
  );
}
