import { asAppError, isAnswerLost } from '@/db/errors.ts';

/** For one form: sends its new document. Where this form sent its id before with other content (the answer was lost, and more was typed), what
    is typed now goes on as a change of what stands there; unless somebody else has changed that, even between our asking and our sending, or
    another tab with the same draft made it: then the refusal tells where it is. */
export function makeCreateOrUpdate() {
  const unanswered = new Set<string>();
  return async function createOrUpdate<Saved>(
    id: string,
    send: (version: number | null) => Promise<Saved>,
    untouched: () => Promise<boolean>,
  ): Promise<Saved> {
    try {
      return await send(null);
    } catch (error) {
      const refusal = asAppError(error);
      const { version } = refusal.values;
      if (isAnswerLost(refusal)) unanswered.add(id);
      if (refusal.code !== 'exists_already' || typeof version !== 'number' || !unanswered.has(id) || !(await untouched())) throw refusal;
      return send(version).catch((later: unknown) =>
        Promise.reject(asAppError(later).code === 'changed_meanwhile' ? refusal : asAppError(later)),
      );
    }
  };
}
