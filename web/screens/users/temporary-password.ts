// Omits letters and digits that look alike, because passwords are read aloud and typed on phones.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Twelve characters in three groups. */
export function temporaryPassword(): string {
  // Larger bytes are skipped, because the modulo would favour the first letters.
  const most = Math.floor(256 / letters.length) * letters.length;
  let made = '';
  while (made.length < 12)
    for (const byte of crypto.getRandomValues(new Uint8Array(16)))
      if (byte < most && made.length < 12) made += letters[byte % letters.length];
  return made.replace(/(.{4})(?=.)/g, '$1-');
}
