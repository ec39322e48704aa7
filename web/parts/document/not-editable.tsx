import { TriangleAlert } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHead } from '@/ui/page-head.tsx';

interface NotEditableProps {
  number: string;
  /** Why it can no longer be edited, and as what it stands. */
  title: string;
  status: string;
  view: string;
  show: string;
}

/** In the place of a form: what is settled is shown, not edited. */
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
