import type { TFunction } from 'i18next';
import { CircleAlert, X } from 'lucide-react';
import { errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Icon } from '@/ui/icon.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import type { UnreadRow } from './read-lines.ts';
import type { LookupNotice } from './use-variant-lookup.ts';

const SHOWN = 8;

export const shortList = (t: TFunction, texts: readonly string[]) =>
  texts.slice(0, SHOWN).join(t('kit.listComma')) + (texts.length > SHOWN ? ' …' : '');

interface LookupMessagesProps {
  id: string;
  notice: LookupNotice | null;
  /** Codes whose lookup failed. */
  failed: readonly string[];
  onRetry: () => void;
  onDismiss: () => void;
}

export function LookupMessages({ id, notice, failed, onRetry, onDismiss }: LookupMessagesProps) {
  const { t } = useTranslation();
  if (!notice && failed.length === 0) return <div id={id} role="alert" />;
  const listed = (rows: readonly UnreadRow[]) =>
    shortList(
      t,
      rows.map((row) => t('variants.picker.inRow', { ...row })),
    );
  const { isEmpty, notFound, error, unknown = [], unread = [], leftOut = 0 } = notice ?? {};
  const sentences = [
    isEmpty && t('ui.scanOrType'),
    notFound && t('variants.picker.notFound'),
    error && errorText(t, error),
    unknown.length > 0 && t('variants.picker.unknownCodes', { count: unknown.length, codes: listed(unknown) }),
    unread.length > 0 && t('variants.picker.unread', { count: unread.length, rows: listed(unread) }),
    leftOut > 0 && t('variants.picker.leftOut', { count: leftOut }),
    failed.length > 0 && t('variants.picker.missed', { codes: shortList(t, failed) }),
  ].filter((sentence): sentence is string => Boolean(sentence));
  return (
    <div id={id} role="alert" className="scanner-notice">
      {sentences.map((sentence) => (
        <p key={sentence} className="error-text">
          <Icon of={CircleAlert} size={14} />
          <span>{sentence}</span>
        </p>
      ))}
      {failed.length > 0 && (
        <Button small onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      )}
      {(unknown.length > 0 || unread.length > 0 || leftOut > 0 || failed.length > 0) && (
        <IconButton small variant="quiet" icon={X} label={t('variants.picker.dismiss')} onClick={onDismiss} />
      )}
    </div>
  );
}
