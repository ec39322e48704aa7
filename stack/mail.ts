import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmailDriver } from '@supabase/lite';
import { say } from './log.ts';

/** Where the asker wants to land; @supabase/lite forgets it between the request and the mail. */
export const landing = new AsyncLocalStorage<string | null>();

function landed(content: string | undefined): string | undefined {
  const wanted = landing.getStore();
  return wanted ? content?.replace(/redirect_to=[^&\s"<]*/g, `redirect_to=${encodeURIComponent(wanted)}`) : content;
}

/** Mails stay on this machine: one file each, announced where the person looks. */
export function mailsIn(folder: string): EmailDriver {
  return {
    async send({ to, subject, text, html }) {
      await mkdir(folder, { recursive: true });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${to.replace(/[^\w.@-]/g, '_')}`;
      await writeFile(join(folder, `${name}.txt`), `To: ${to}\nSubject: ${subject}\n\n${landed(text) ?? ''}\n`);
      if (html) await writeFile(join(folder, `${name}.html`), landed(html) ?? '');
      say(`Mail to ${to} (${subject}): ${join(folder, `${name}.txt`)}`);
    },
  };
}
