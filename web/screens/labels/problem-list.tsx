import { useTranslation } from '@/i18n/use-translation.ts';
import { shortList } from '@/parts/variant-picker/lookup-messages.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import type { Problem } from './drawing.ts';

interface ProblemListProps {
  problems: readonly Problem[];
  /** Prints the labels as they are. */
  onPrint: () => void;
  onDismiss: () => void;
}

/** The labels with problems, listed before anything prints. */
export function ProblemList({ problems, onPrint, onDismiss }: ProblemListProps) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="warn"
      actions={
        <>
          <Button small onClick={onPrint}>
            {t('labels.problems.anyway')}
          </Button>
          <Button small variant="quiet" onClick={onDismiss}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      {problems.map(({ kind, names, letter = '' }) => (
        <p key={kind + letter}>{t(`labels.problems.${kind}`, { letter, names: shortList(t, [...new Set(names)]) })}</p>
      ))}
    </Banner>
  );
}
