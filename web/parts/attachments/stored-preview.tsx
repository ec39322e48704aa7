import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { attachmentBucket, type Attachment } from '@/db/attachments.ts';
import { errorText } from '@/db/errors.ts';
import { fileOf, readFile } from '@/db/files.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { download } from '@/lib/download.ts';
import { Button } from '@/ui/button.tsx';
import { LocalPreview } from './local-preview.tsx';

type StoredFile = Pick<Attachment, 'path' | 'name' | 'mime_type'>;

/** Downloads a file under its original name. */
export const useDownload = () =>
  useMutation(write({ run: async ({ path, name }: StoredFile) => download(await readFile(attachmentBucket, path), name), changes: [] }));

/** Previews a document's file. */
export function StoredPreview({ file, onClose }: { file: StoredFile; onClose: () => void }) {
  const { t } = useTranslation();
  const bytes = useQuery(fileOf(attachmentBucket, file.path));
  const save = useDownload();
  const failed = bytes.error ?? save.error;
  return (
    <LocalPreview
      name={file.name}
      mime={file.mime_type}
      bytes={bytes.data}
      failed={failed ? errorText(t, failed) : undefined}
      actions={
        <Button icon={Download} busy={save.isPending} onClick={() => save.mutate(file)}>
          {t('attachments.download')}
        </Button>
      }
      onClose={onClose}
    />
  );
}
