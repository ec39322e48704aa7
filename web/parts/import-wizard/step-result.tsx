import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Undo2, Upload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useCan } from '@/db/me.ts';
import { entriesOfImport } from '@/db/stock.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { CountStrip } from './count-strip.tsx';
import type { Kind } from './field-list.ts';
import { countsOf } from './import-calls.ts';
import type { Import } from './use-import.ts';

const listOf: Record<Kind, string> = {
  products: '/inventory/products?sort=-created_at', customers: '/contacts/customers?sort=-created_at', suppliers: '/contacts/suppliers',
  purchase_orders: '/purchase?sort=-created_at',
};

export function StepResult({ work }: { work: Import }) {
  const { t } = useTranslation();
  const can = useCan();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const report = work.apply.data;
  const { kind } = work;
  const seesMovements = kind === 'products' && (report?.pieces ?? 0) > 0 && can('inventory.stock.view');
  const entries = useQuery({ ...entriesOfImport(report?.id ?? ''), enabled: seesMovements }).data;
  if (!report) return null;
  const counts = countsOf(kind, report);
  return (
    <div className="imp-body">
      <div className="imp-done" role="status">
        <Icon of={CircleCheck} size={28} />
        <h2 tabIndex={-1} ref={head}>
          {t('imports.doneTitle', { count: counts.create + counts.update, context: kind })}
        </h2>
        {report.names_created > 0 && <p>{t('imports.doneNames', { count: report.names_created })}</p>}
      </div>
      <CountStrip kind={kind} report={report} />
      <div className="acts">
        <Button variant="primary" href={listOf[kind]}>
          {t('imports.seeProducts', { context: kind })}
        </Button>
        {seesMovements && <Button href={`/inventory/stock/movements?${new URLSearchParams(entries?.map((key) => ['document', key]))}`}>{t('imports.seeMovements')}</Button>}
        <Button icon={Upload} onClick={work.again}>
          {t('imports.another')}
        </Button>
        <Button icon={Undo2} flip href="/imports">
          {t('imports.history.undoThere')}
        </Button>
      </div>
    </div>
  );
}
