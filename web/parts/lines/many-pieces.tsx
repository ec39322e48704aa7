import { useState, type ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { mostOf } from './many.ts';

interface ManyPiecesProps {
  quantity: string;
  /** Whose quantity it is. */
  label?: string;
  onKeep: () => void;
  onClose: () => void;
}

/** Asks whether so many are meant; else it is again what it was. */
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

/** Holds back what would be written in one act, where some of it is more pieces than usual, until somebody says that they are meant. */
export function useUnlessMany(): {
  unlessMany: (quantities: readonly string[], write: () => void) => void;
  asks: boolean;
  question: ReactNode;
} {
  const [held, setHeld] = useState<{ quantity: string; write: () => void } | null>(null);
  return {
    unlessMany: (quantities, write) => {
      const quantity = mostOf(quantities);
      if (quantity === null) write();
      else setHeld({ quantity, write });
    },
    asks: held !== null,
    question: held && <ManyPieces quantity={held.quantity} onKeep={held.write} onClose={() => setHeld(null)} />,
  };
}
