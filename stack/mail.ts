import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmailDriver } from '@supabase/lite';
import { configured } from './config.ts';
import { say } from './log.ts';
import { project } from './paths.ts';

/** The requested redirect, which @supabase/lite does not pass on from the request to the mail. */
export const requestedRedirect = new AsyncLocalStorage<string | null>();

function withRedirect(content: string): string {
  const wanted = requestedRedirect.getStore();
  return wanted ? content.replace(/redirect_to=[^&\s"<]*/g, `redirect_to=${encodeURIComponent(wanted)}`) : content;
}

/** Evaluates the template's choice between two languages, which GoTrue does but @supabase/lite does not. */
const chooseLanguage = (content: string, language: unknown): string =>
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

/** Writes mails to files on this machine and announces them at the terminal. */
export function fileMailer(folder: string, languageOf: (email: string) => Promise<unknown>): EmailDriver {
  return {
    async send({ to, subject, text, html }) {
      const language = await languageOf(to);
      const page = html && withRedirect(chooseLanguage(html, language)).trim();
      await mkdir(folder, { recursive: true });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${to.replace(/[^\w.@-]/g, '_')}`;
      const title = chooseLanguage(subject, language);
      // Written under another name and renamed, so that readers of the folder never see half a mail.
      const write = async (kind: string, content: string): Promise<void> => {
        const file = join(folder, `${name}.${kind}`);
        await writeFile(`${file}.new`, content);
        await rename(`${file}.new`, file);
      };
      if (page) await write('html', page);
      await write('txt', `To: ${to}\nSubject: ${title}\n\n${page ? plain(page) : withRedirect(text ?? '')}\n`);
      say(`Mail to ${to} (${title}): ${join(folder, `${name}.txt`)}`);
    },
  };
}

/** Sends invitations, filling in the two GoTrue variables that the template uses. */
export function invitationSender(
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
