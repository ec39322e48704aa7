import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { toast } from '@/ui/toast.tsx';

interface HandOverProps {
  title: string;
  email: string;
  password: string;
  onClose: () => void;
}

/** The credentials for a user's first sign-in, to copy or read out; they are shown only once. */
export function HandOver({ title, email, password, onClose }: HandOverProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}/login\n${email}\n${password}`);
    setCopied(true);
  };
  return (
    <Dialog
      size="small"
      title={title}
      sub={t('users.handOver.text')}
      onClose={onClose}
      footer={
        <>
          <Button
            icon={copied ? Check : Copy}
            onClick={() => void copy().catch(() => toast({ tone: 'bad', text: t('users.handOver.copyFailed') }))}
          >
            {t(copied ? 'users.handOver.copied' : 'users.handOver.copy')}
          </Button>
          <Button variant="primary" onClick={onClose} data-autofocus>
            {t('users.handOver.done')}
          </Button>
        </>
      }
    >
      <dl className="key-values">
        <dt>{t('users.handOver.address')}</dt>
        <dd>
          <bdi dir="ltr">{location.origin}/login</bdi>
        </dd>
        <dt>{t('users.fields.email')}</dt>
        <dd>
          <bdi dir="ltr">{email}</bdi>
        </dd>
        <dt>{t('users.fields.password')}</dt>
        <dd>
          <bdi dir="ltr" className="code">
            {password}
          </bdi>
        </dd>
      </dl>
    </Dialog>
  );
}
