/** Which counter this device is. */
export interface Place {
  branchId: string;
  till: string;
}

/** As the database takes a till's name. */
export const isTill = (till: string): boolean => /^[A-Z0-9]{1,8}$/.test(till);

/** `?branch=…&till=A2`; whether the branch is the reader's to work in is seen later. */
export function placeOf(params: URLSearchParams): Place | null {
  const [branchId, till] = [params.get('branch'), params.get('till') ?? '1'];
  return branchId && isTill(till) ? { branchId, till } : null;
}

/** What a device is called that has no till yet: what it was before in this branch, else the first number that is no other's. */
export function freeTill(known: readonly { code: string; device: string; closed_at: string | null }[], device: string): string {
  const own = known.find((till) => till.device === device && till.closed_at === null);
  if (own) return own.code;
  const codes = new Set(known.map(({ code }) => code));
  let number = 1;
  while (codes.has(String(number))) number += 1;
  return String(number);
}
