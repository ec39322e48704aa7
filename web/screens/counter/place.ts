/** The branch and till of this device. */
export interface Place {
  branchId: string;
  till: string;
}

/** The format the database accepts for a till's name. */
export const isTill = (till: string): boolean => /^[A-Z0-9]{1,8}$/.test(till);

/** `?branch=…&till=A2`; whether the user works in the branch is checked later. */
export function placeOf(params: URLSearchParams): Place | null {
  const [branchId, till] = [params.get('branch'), params.get('till') ?? '1'];
  return branchId && isTill(till) ? { branchId, till } : null;
}

/** Proposes a till for a device without one: its own open till in this branch, or else the first unused number. */
export function freeTill(known: readonly { code: string; device: string; closed_at: string | null }[], device: string): string {
  const ownTill = known.find((till) => till.device === device && till.closed_at === null);
  if (ownTill) return ownTill.code;
  const codes = new Set(known.map(({ code }) => code));
  let number = 1;
  while (codes.has(String(number))) number += 1;
  return String(number);
}
