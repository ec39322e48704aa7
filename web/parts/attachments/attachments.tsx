import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Attachment, type AttachmentKind } from '@/db/attachments.ts';
import { errorText } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { write } from '@/db/query.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate } from '@/lib/dates.ts';
import { newId } from '@/lib/id.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { AddFile } from './add-file.tsx';
import { FileLine } from './file-line.tsx';
import { unsent, useStoredFiles, useSendFiles, type PendingFile } from './stored-files.ts';
import { RemoveFile } from './remove-file.tsx';
import { StoredPreview } from './stored-preview.tsx';
import { useSecondCopies } from './use-second-copies.tsx';

interface AttachmentsProps {
  kind: AttachmentKind;
  documentId: string;
  branchId: string;
  files: readonly Attachment[];
  /** The user works in the document's branch. */
  worksInBranch: boolean;
  addLabel: string;
  /** Within a list of documents. */
  bare?: boolean;
}

/** The files of a saved document. */
export function Attachments({ kind, documentId, branchId, files, worksInBranch, addLabel, bare }: AttachmentsProps) {
  const { t } = useTranslation();
  const can = useCan();
  const online = useOnline();
  const [shown, setShown] = useState<Attachment | null>(null);
  const [removing, setRemoving] = useState<Attachment | null>(null);
  const { files: waiting, change } = useStoredFiles(unsent(documentId));
  const sendFiles = useSendFiles();
  const attachedIds = new Set(files.map(({ id }) => id));
  const unsentFiles = waiting.filter(({ id }) => !attachedIds.has(id));
  const { withoutCopies, question } = useSecondCopies();
  const add = useMutation(
    write({
      run: async (chosen: readonly PendingFile[]) => {
        const sent = [...unsentFiles, ...(await withoutCopies(chosen, unsentFiles))];
        if (sent.length > 0) await sendFiles([{ kind, documentId, branchId, files: () => sent }]);
      },
      changes: ['attachments'],
    }),
  );
  const send = (chosen: readonly PendingFile[]) => add.mutate(chosen);
  const mayAdd = worksInBranch && can('documents.files.create');
  return (
    <>
      {files.length > 0 && (
        <ul className="attachment-files">
          {files.map((file) => (
            <FileLine
              key={file.id}
              name={file.name}
              mime={file.mime_type}
              size={file.size}
              note={<bdi>{[formatDate(file.created_at), nameOf(file.created_by)].filter(Boolean).join(' · ')}</bdi>}
              onOpen={() => setShown(file)}
              onRemove={worksInBranch && can('documents.files.delete') ? () => setRemoving(file) : undefined}
            />
          ))}
        </ul>
      )}
      {mayAdd && (
        <AddFile
          label={addLabel}
          bare={bare}
          busy={add.isPending}
          reason={online ? undefined : t('errors.network')}
          onFiles={(chosen) => send(chosen.map((file) => ({ id: newId(), file })))}
        />
      )}
      {unsentFiles.length > 0 && !add.isPending && (
        <Banner
          tone="bad"
          onRetry={mayAdd ? () => send([]) : undefined}
          actions={
            <Button small variant="quiet" onClick={() => change([])}>
              {t('attachments.giveUp')}
            </Button>
          }
        >
          {t('attachments.unsent')} <bdi>{unsentFiles.map(({ file }) => file.name).join(' · ')}</bdi>
          {add.error && <> {errorText(t, add.error)}</>}
        </Banner>
      )}
      {!mayAdd && !bare && files.length === 0 && <p className="muted">{t('attachments.none')}</p>}
      {question}
      {shown && <StoredPreview file={shown} onClose={() => setShown(null)} />}
      {removing && <RemoveFile file={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
