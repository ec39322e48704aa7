import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';

interface BulkBarProps {
  selectedText: string;
  /** Offers to select all matching rows, not only those of the page. */
  selectAll?: { text: string; onSelect: () => void };
  onClear: () => void;
  children: ReactNode;
}

/** Replaces the tools, at the same height, while rows are ticked. */
export function BulkBar({ selectedText, selectAll, onClear, children }: BulkBarProps) {
  const { t } = useTranslation();
  return (
    <div
      className="tools bulk gap-1 border-b border-accent-rule bg-accent-tint-2 text-ink max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:[scrollbar-width:none]"
      role="region"
      aria-label={selectedText}
    >
      <span className="tally me-2 flex items-center gap-2.5 font-high text-accent max-sm:whitespace-nowrap">
        <span role="status">{selectedText}</span>
        {selectAll && (
          <button type="button" className="link" onClick={selectAll.onSelect}>
            {selectAll.text}
          </button>
        )}
      </span>
      <span className="mx-2 h-5 w-px bg-accent-rule" />
      {children}
      <span className="ms-auto">
        <Button variant="quiet" icon={X} onClick={onClear}>
          {t('kit.clearSelection')}
        </Button>
      </span>
    </div>
  );
}
