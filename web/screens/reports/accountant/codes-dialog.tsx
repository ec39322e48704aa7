import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { saveAccountCodes, type AccountRow } from '@/db/journal.ts';
import { queryClient, write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';
import { accountKey, accountName } from './names.ts';

/** Says what accounts are called in the accountant's program: a code or a name for each. */
export function CodesDialog({ rows, onClose }: { rows: readonly AccountRow[]; onClose: () => void }) {
  const translation = useTranslation();
  const { t } = translation;
  const [codes, setCodes] = useState(() => new Map(rows.map((row) => [accountKey(row), row.code ?? ''])));
  const codeOf = (row: AccountRow) => codes.get(accountKey(row)) ?? '';
  const changed = rows.filter((row) => codeOf(row).trim() !== (row.code ?? ''));
  const save = useMutation(
    write({
      run: () => saveAccountCodes(changed.map((row) => ({ account: row.account, key: row.key, code: codeOf(row).trim() }))),
      changes: [],
    }),
  );
  const submit = () => {
    if (changed.length === 0) return onClose();
    save.mutate(undefined as never, {
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: ['journal_accounts'] });
        toast({ tone: 'ok', text: t('reports.accountant.codesSaved') });
        onClose();
      },
    });
  };
  return (
    <Dialog
      title={t('reports.accountant.codes')}
      sub={t('reports.accountant.codesSay')}
      locked={save.isPending}
      onClose={onClose}
      onSubmit={submit}
      action={
        <Button variant="primary" type="submit" busy={save.isPending}>
          {t('kit.save')}
        </Button>
      }
    >
      {save.error && <Banner tone="bad">{errorText(t, save.error)}</Banner>}
      {rows.map((row) => (
        <Field key={accountKey(row)} label={accountName(translation, row)}>
          <TextInput
            maxLength={64}
            value={codeOf(row)}
            onChange={({ target }) => setCodes(new Map(codes).set(accountKey(row), target.value))}
          />
        </Field>
      ))}
    </Dialog>
  );
}
