import { asAppError } from '@/db/errors.ts';

/** Sends a new document. Where its id was sent before with other content (the answer was lost, and more was typed), what is typed now goes on
    as a change of what stands there; unless somebody else has changed that, even between our asking and our sending: then the refusal tells
    where it is. */
export async function createOrGoOn<Saved>(send: (version: number | null) => Promise<Saved>, untouched: () => Promise<boolean>): Promise<Saved> {
  try {
    return await send(null);
  } catch (error) {
    const refusal = asAppError(error);
    const { version } = refusal.values;
    if (refusal.code !== 'exists_already' || typeof version !== 'number' || !(await untouched())) throw refusal;
    return send(version).catch((later: unknown) => Promise.reject(asAppError(later).code === 'changed_meanwhile' ? refusal : asAppError(later)));
  }
}
