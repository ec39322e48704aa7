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
  /** What is said when it is done; nothing where the page itself shows it. */
  done?: (answer: Answer) => string | void;
}

/** One question before a step that changes what stands, with its consequence in numbers. */
export function ActionDialog<Answer>({ run, changes, done, ...question }: ActionDialogProps<Answer>) {
  const { t } = useTranslation();
  const action = useMutation({
    ...write({ run, changes }),
    // Somebody else may have changed or decided it meanwhile: the question is put anew.
    onError: () => void refresh(changes),
  });
  return (
    <ConfirmDialog
      explain={(error) => errorText(t, error)}
      {...question}
      onConfirm={async (reason) => {
        const said = done?.(await action.mutateAsync(reason));
        if (said) toast({ tone: 'ok', text: said });
      }}
    />
  );
}
