import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useStableCallback } from '@/ui/use-stable-callback.ts';

/** Takes the step that a link to a document's page asks for, such as `?do=pay`, if it is possible now. It is removed from the URL, so
    that a reload does not repeat it. */
export function useAskedStep(steps: Readonly<Record<string, false | (() => void)>>) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('do');
  const take = useStableCallback((step: string) => {
    const begin = steps[step];
    if (begin) begin();
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
