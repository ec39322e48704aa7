import { TriangleAlert } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHead } from '@/ui/page-head.tsx';

interface NotEditableProps {
  number: string;
  /** Why it cannot be edited, and its status. */
  title: string;
  status: string;
  view: string;
  show: string;
}

/** Shown in place of a form when the document can no longer be edited. */
export function NotEditable({ number, title, status, view, show }: NotEditableProps) {
  return (
    <>
      <PageHead title={number} />
      <EmptyState
        icon={TriangleAlert}
        title={title}
        actions={
          <Button variant="primary" href={view}>
            {show}
          </Button>
        }
      >
        {status}
      </EmptyState>
    </>
  );
}
