import { detachFile } from '@/db/attachments.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';

/** Asks before removing a file from its document permanently. */
export function RemoveFile({ file: { id, name }, onClose }: { file: { id: string; name: string }; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <ActionDialog
      run={() => detachFile(id)}
      changes={['attachments']}
      onDone={() => t('attachments.removed', { name })}
      onClose={onClose}
      danger
      irreversible
      size="small"
      title={t('attachments.removeTitle', { name })}
      confirm={t('attachments.removeIt')}
    />
  );
}
