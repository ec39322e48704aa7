// Read out over a counter and typed on a phone: no letter or figure that looks like another one.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Twelve of them, in three groups. */
export function temporaryPassword(): string {
  // A byte beyond the last whole round of the letters would make the first ones likelier.
  const most = Math.floor(256 / letters.length) * letters.length;
  let made = '';
  while (made.length < 12)
    for (const byte of crypto.getRandomValues(new Uint8Array(16)))
      if (byte < most && made.length < 12) made += letters[byte % letters.length];
  return made.replace(/(.{4})(?=.)/g, '$1-');
}
