import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmailDriver } from '@supabase/lite';
import { say } from './log.ts';

/** Mails stay on this machine: one file each, announced where the person looks. */
export function mailsIn(folder: string): EmailDriver {
  return {
    async send({ to, subject, text, html }) {
      await mkdir(folder, { recursive: true });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${to.replace(/[^\w.@-]/g, '_')}`;
      await writeFile(join(folder, `${name}.txt`), `To: ${to}\nSubject: ${subject}\n\n${text ?? ''}\n`);
      if (html) await writeFile(join(folder, `${name}.html`), html);
      say(`Mail to ${to} (${subject}): ${join(folder, `${name}.txt`)}`);
    },
  };
}
