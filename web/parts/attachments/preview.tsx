import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import './attachments.css';

interface PreviewProps {
  name: string;
  mime: string;
  /** Undefined while it loads. */
  url: string | undefined;
  failed?: string;
  /** Further buttons. */
  actions?: ReactNode;
  onClose: () => void;
}

/** Shows a photo or PDF in a dialog. Phone browsers may not embed PDFs, but the link always works. */
export function Preview({ name, mime, url, failed, actions, onClose }: PreviewProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      size="extra-large"
      onClose={onClose}
      title={<bdi dir="auto">{name}</bdi>}
      footer={
        <>
          {actions}
          {url && (
            <a className="button" href={url} target="_blank" rel="noreferrer">
              <Icon of={ExternalLink} />
              <span>{t('attachments.newTab')}</span>
            </a>
          )}
          <Button variant="primary" onClick={onClose} data-autofocus>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      {failed && <Banner tone="bad">{failed}</Banner>}
      {!url && !failed && <Skeleton height="320px" />}
      {url &&
        (mime.startsWith('image/') ? (
          <img className="attachment-view" src={url} alt={name} />
        ) : (
          <iframe className="attachment-view" src={url} title={name} />
        ))}
    </Dialog>
  );
}
