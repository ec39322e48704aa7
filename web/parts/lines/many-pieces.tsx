import { useState, type ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { maxOf } from './many.ts';

interface ManyPiecesProps {
  quantity: string;
  /** The line it belongs to. */
  label?: string;
  onKeep: () => void;
  onClose: () => void;
}

/** Asks whether an unusually large quantity is intended; otherwise it is reset. */
export function ManyPieces({ quantity, label, onKeep, onClose }: ManyPiecesProps) {
  const { t } = useTranslation();
  const shown = formatNumber(quantity);
  return (
    <ConfirmDialog
      danger
      title={t('lines.many.title', { quantity: shown })}
      sub={label}
      confirm={t('lines.many.keep', { quantity: shown })}
      keep={t('lines.many.back')}
      onConfirm={onKeep}
      onClose={onClose}
    >
      <p>{t('lines.many.text')}</p>
    </ConfirmDialog>
  );
}

/** Delays a write that includes an unusually large quantity until the user confirms it. */
export function useUnlessMany(): {
  unlessMany: (quantities: readonly string[], write: () => void) => void;
  asks: boolean;
  question: ReactNode;
} {
  const [pending, setPending] = useState<{ quantity: string; write: () => void } | null>(null);
  return {
    unlessMany: (quantities, write) => {
      const quantity = maxOf(quantities);
      if (quantity === null) write();
      else setPending({ quantity, write });
    },
    asks: pending !== null,
    question: pending && <ManyPieces quantity={pending.quantity} onKeep={pending.write} onClose={() => setPending(null)} />,
  };
}
