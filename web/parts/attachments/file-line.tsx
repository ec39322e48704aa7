import { FileText, Image as Picture, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { IconButton } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { sizeOf } from './file-problem.ts';
import './attachments.css';

interface FileLineProps {
  name: string;
  mime: string;
  size: number;
  note?: ReactNode;
  onOpen: () => void;
  onRemove?: () => void;
}

/** A file with its type and size; a click opens it. */
export function FileLine({ name, mime, size, note, onOpen, onRemove }: FileLineProps) {
  const { t } = useTranslation();
  const { unit, value } = sizeOf(size);
  return (
    <li className="attachment-file">
      <Icon of={mime.startsWith('image/') ? Picture : FileText} />
      <button type="button" className="attachment-name" onClick={onOpen} title={t('attachments.open', { name })}>
        <b>
          <bdi dir="auto">{name}</bdi>
        </b>
        <small>
          <bdi>{t(`attachments.size.${unit}`, { value: formatNumber(value) })}</bdi>
          {note && <> · {note}</>}
        </small>
      </button>
      {onRemove && <IconButton small variant="quiet" icon={Trash2} label={t('attachments.remove', { name })} onClick={onRemove} />}
    </li>
  );
}
