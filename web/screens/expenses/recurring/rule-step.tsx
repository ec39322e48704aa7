import { FastForward, Flag } from 'lucide-react';
import { Trans } from 'react-i18next';
import { endRule, ruleChanges, skipRule, type RuleRow } from '@/db/expenses.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';

export interface Step {
  step: 'skip' | 'end';
  rule: RuleRow;
}

/** Asks before one day of a rule is skipped, or the rule is ended. */
export function RuleStep({ step: { step, rule }, onClose }: { step: Step; onClose: () => void }) {
  const { t } = useTranslation();
  if (step === 'end' || rule.next_on === null) {
    return (
      <ActionDialog
        run={() => endRule(rule.id)}
        changes={ruleChanges}
        onDone={() => t('expenses.recurring.end.done')}
        onClose={onClose}
        title={t('expenses.recurring.end.title')}
        icon={Flag}
        danger
        confirm={t('expenses.recurring.end.confirm')}
      >
        <p>{t('expenses.recurring.end.text', { amount: formatMoney(rule.amount), currency: currencyWord() })}</p>
      </ActionDialog>
    );
  }
  const {
    id,
    next_on: due_on,
    next_days: [, next],
  } = rule;
  const day = formatDate(due_on);
  return (
    <ActionDialog
      run={() => skipRule({ id, due_on })}
      changes={ruleChanges}
      onDone={() => t('expenses.recurring.skip.done', { day })}
      onClose={onClose}
      title={t('expenses.recurring.skip.title')}
      icon={FastForward}
      confirm={t('expenses.recurring.skip.confirm', { day })}
    >
      <p>
        <Trans
          t={t}
          i18nKey={next ? 'expenses.recurring.skip.text' : 'expenses.recurring.skip.textLast'}
          values={{ day, next: next ? formatDate(next) : '' }}
          components={{ b: <b /> }}
        />
      </p>
    </ActionDialog>
  );
}
