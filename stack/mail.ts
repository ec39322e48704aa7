import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmailDriver } from '@supabase/lite';
import { configured } from './config.ts';
import { say } from './log.ts';
import { project } from './paths.ts';

/** Where the asker wants to land; @supabase/lite forgets it between the request and the mail. */
export const landing = new AsyncLocalStorage<string | null>();

function landed(content: string): string {
  const wanted = landing.getStore();
  return wanted ? content.replace(/redirect_to=[^&\s"<]*/g, `redirect_to=${encodeURIComponent(wanted)}`) : content;
}

/** The choice between two languages that GoTrue makes of a template and @supabase/lite leaves in it. */
const chosen = (content: string, language: unknown): string =>
  content.replace(/\{\{ if eq \.Data\.language "(\w+)" \}\}(.*?)\{\{ else \}\}(.*?)\{\{ end \}\}/gs, (_, asked, yes: string, no: string) =>
    language === asked ? yes : no,
  );

const plain = (html: string): string =>
  html
    .replace(/<(style|head)\b.*?<\/\1>/gs, '')
    .replace(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2: $1')
    .replace(/<[^>]*>/g, '')
    .replace(/\n\s+/g, '\n\n')
    .trim();

/** Mails stay on this machine: one file each, announced where the person looks. */
export function mailsIn(folder: string, languageOf: (email: string) => Promise<unknown>): EmailDriver {
  return {
    async send({ to, subject, text, html }) {
      const language = await languageOf(to);
      const page = html && landed(chosen(html, language)).trim();
      await mkdir(folder, { recursive: true });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${to.replace(/[^\w.@-]/g, '_')}`;
      const title = chosen(subject, language);
      // In its folder a mail stands whole: whoever looks there may look at any moment.
      const keep = async (kind: string, content: string): Promise<void> => {
        const file = join(folder, `${name}.${kind}`);
        await writeFile(`${file}.new`, content);
        await rename(`${file}.new`, file);
      };
      if (page) await keep('html', page);
      await keep('txt', `To: ${to}\nSubject: ${title}\n\n${page ? plain(page) : landed(text ?? '')}\n`);
      say(`Mail to ${to} (${title}): ${join(folder, `${name}.txt`)}`);
    },
  };
}

/** The mail of an invitation, with the two words of GoTrue's that its template uses. */
export function invitationsBy(
  driver: EmailDriver,
  configFile: string,
  siteUrl: string,
): (email: string, tokenHash: string) => Promise<void> {
  const [subject = '', path = ''] = ['subject', 'content_path'].map((name) => configured(configFile, 'auth.email.template.invite', name));
  return async (email, tokenHash) => {
    const html = (await readFile(join(project, path), 'utf8'))
      .replaceAll('{{ .SiteURL }}', siteUrl)
      .replaceAll('{{ .TokenHash }}', tokenHash);
    await driver.send({ to: email, subject, html, text: '' });
  };
}
