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
