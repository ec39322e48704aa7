import { errorText, type AppError } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';

interface SaveRefusedProps {
  failed: string;
  error: AppError;
  onRetry: () => void;
  /** Opens the document that exists under this id with other content. */
  onOpen: () => void;
  /** Continues with the input as another document. */
  onAnew?: () => void;
}

/** Why a document was not saved. If it exists already, it can be opened; a retry would get the same answer. */
export function SaveRefused({ failed, error, onRetry, onOpen, onAnew }: SaveRefusedProps) {
  const { t } = useTranslation();
  const stands = error.code === 'exists_already';
  const open = stands && (
    <>
      <Button small onClick={onOpen}>
        {t('document.open', { number: String(error.values.number) })}
      </Button>
      {onAnew && (
        <Button small onClick={onAnew}>
          {t('document.startAnew')}
        </Button>
      )}
    </>
  );
  return (
    <Banner tone="bad" onRetry={stands ? undefined : onRetry} actions={open}>
      <b>{failed}</b>
      <p>{errorText(t, error)}</p>
    </Banner>
  );
}
