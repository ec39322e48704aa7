import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { toast } from '@/ui/toast.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';

/** Takes the step that a link to a document's page asks for, such as `?do=pay`, or says why it is not possible: `steps` has the reason,
    where there is one. It is removed from the URL, so that a reload does not repeat it. */
export function useAskedStep(steps: Readonly<Record<string, (() => void) | string | undefined>>) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const asked = params.get('do');
  const take = useStableCallback((name: string) => {
    const step = steps[name];
    if (typeof step === 'function') step();
    else toast({ tone: 'bad', text: step ?? t('document.stepRefused') }, 'asked-step');
  });
  useEffect(() => {
    if (asked === null) return;
    take(asked);
    setParams(
      (before) => {
        before.delete('do');
        return before;
      },
      { replace: true },
    );
  }, [asked, take, setParams]);
}
