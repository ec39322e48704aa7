import { Check } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useLeaveGuard } from '@/kit/use-leave-guard.tsx';
import { Icon } from '@/ui/icon.tsx';
import type { Kind } from './field-list.ts';
import { StepCheck } from './step-check.tsx';
import { StepColumns } from './step-columns.tsx';
import { StepFile } from './step-file.tsx';
import { StepResult } from './step-result.tsx';
import { type Step, useImport } from './use-import.ts';
import './import-wizard.css';

const steps: Step[] = ['file', 'columns', 'check', 'result'];

/** Imports a file in four steps: file → columns → check → result. Nothing is written before the last button of the check. */
export function ImportWizard({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const work = useImport(kind);
  const guard = useLeaveGuard(work.step === 'columns' || work.step === 'check');
  const currentIndex = steps.indexOf(work.step);
  return (
    <section className="import-wizard" data-kind={kind}>
      <ol className="import-steps" aria-label={t('imports.steps')}>
        {steps.map((step, index) => (
          <li key={step} aria-current={index === currentIndex ? 'step' : undefined} className={index < currentIndex ? 'done' : undefined}>
            <span className="step-number">
              {index < currentIndex ? <Icon of={Check} size={13} label={t('imports.done')} /> : index + 1}
            </span>
            {t(`imports.step.${step}`)}
          </li>
        ))}
      </ol>
      {work.step === 'file' && <StepFile work={work} />}
      {work.step === 'columns' && <StepColumns work={work} />}
      {work.step === 'check' && <StepCheck work={work} />}
      {work.step === 'result' && <StepResult work={work} />}
      {guard.question}
    </section>
  );
}
