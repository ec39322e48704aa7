import { asAppError, isAnswerLost } from '@/db/errors.ts';

/** Returns a function that sends one form's new document. If the id exists because an earlier answer was lost, the document is sent
    again as an update. If somebody else changed it since, or another tab created it from the same draft, the original error is thrown,
    which names the document. */
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
