import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { errorText } from '@/db/errors.ts';
import { refresh, write, type Table } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { toast } from '@/ui/toast.tsx';

interface ActionDialogProps<Answer> extends Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm'> {
  run: (reason: string) => Promise<Answer>;
  changes: readonly Table[];
  /** Called with the answer; returns the text of the success toast, or nothing where the page shows the result. */
  onDone?: (answer: Answer) => string | void;
}

/** Asks before an action on a document, with its consequence in numbers. */
export function ActionDialog<Answer>({ run, changes, onDone, ...question }: ActionDialogProps<Answer>) {
  const { t } = useTranslation();
  const action = useMutation({
    ...write({ run, changes }),
    // Another user may have changed or decided it meanwhile, so the data is reloaded.
    onError: () => void refresh(changes),
  });
  return (
    <ConfirmDialog
      explain={(error) => errorText(t, error)}
      {...question}
      onConfirm={async (reason) => {
        const message = onDone?.(await action.mutateAsync(reason));
        if (message) toast({ tone: 'ok', text: message });
      }}
    />
  );
}
