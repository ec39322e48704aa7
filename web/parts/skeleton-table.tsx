import { SkeletonRows } from '@/ui/skeleton.tsx';

/** A table that is on its way. */
export function SkeletonTable({ columns, rows }: { columns: number; rows: number }) {
  return (
    <table className="t" aria-hidden="true">
      <tbody>
        <SkeletonRows columns={Array.from({ length: columns }, () => ({}))} rows={rows} />
      </tbody>
    </table>
  );
}
