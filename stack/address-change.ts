import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmailDriver } from '@supabase/lite';
import type { Sql } from 'postgres';
import { configured } from './config.ts';
import { json } from './http.ts';
import { project } from './paths.ts';

type Handler = (request: Request) => Promise<Response>;

interface Link {
  tokenHash: string;
  /** Where its response redirects to; null for a code sent in a body. */
  redirect: string | null;
}

export interface AddressChange {
  /** Sends the link to the new address too; @supabase/lite sends one only to the old address. */
  asked(answer: Response): Promise<void>;
  /** Confirms at one address, or changes it if the other has confirmed. */
  confirm(request: Request, link: Link, next: Handler): Promise<Response>;
}

const otherIsNeeded = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** A user's sign-in address changes only once the links to both addresses were opened, as in a project with double_confirm_changes. */
export function addressChange(sql: Sql, driver: EmailDriver, configFile: string, siteUrl: string): AddressChange {
  const [subject = '', path = ''] = ['subject', 'content_path'].map((name) =>
    configured(configFile, 'auth.email.template.email_change', name),
  );
  const lifetime = Number(configured(configFile, 'auth.email', 'otp_expiry') ?? 3600);
  return {
    async asked(answer) {
      if (!answer.ok) return;
      const { id } = (await answer.clone().json()) as { id: string };
      const [pending] = await sql<{ email: string; email_change: string; token: string }[]>`
        update auth.users set email_change_confirm_status = 0
        where id = ${id} and email_change <> '' and email_change_token_new <> ''
        returning email, email_change, email_change_token_new as token`;
      if (!pending || path === '') return;
      const link = `${siteUrl}/auth/v1/verify?token=${pending.token}&type=email_change&redirect_to=${encodeURIComponent(siteUrl)}`;
      const html = (await readFile(join(project, path), 'utf8'))
        .replaceAll('{{ .ConfirmationURL }}', link)
        .replaceAll('{{ .Email }}', pending.email)
        .replaceAll('{{ .NewEmail }}', pending.email_change);
      await driver.send({ to: pending.email_change, subject, html, text: '' });
    },
    async confirm(request, { tokenHash, redirect: wanted }, next) {
      const redirect = wanted === null || URL.parse(wanted)?.origin === siteUrl ? wanted : siteUrl;
      const [first] = await sql`
        update auth.users set email_change_confirm_status = 1,
          -- @supabase/lite accepts the token of the old address, so the remaining token is moved there.
          email_change_token_current = case when email_change_token_current = ${tokenHash} then email_change_token_new else email_change_token_current end,
          email_change_token_new = null
        where ${tokenHash} in (email_change_token_current, email_change_token_new) and ${tokenHash} <> '' and email_change <> ''
          and email_change_confirm_status = 0 and email_change_sent_at > now() - make_interval(secs => ${lifetime})
          and (banned_until is null or banned_until <= now())
        returning id`;
      if (first) {
        return redirect === null
          ? json(200, { code: '200', msg: otherIsNeeded })
          : new Response(null, { status: 303, headers: { location: `${redirect}#message=${encodeURIComponent(otherIsNeeded)}` } });
      }
      const [banned] = await sql`
        select from auth.users where email_change_token_current = ${tokenHash} and ${tokenHash} <> '' and banned_until > now()`;
      if (!banned) return next(request);
      const refused = { error: 'access_denied', error_code: 'user_banned', error_description: 'User is banned' };
      return redirect === null
        ? json(400, { code: 400, error_code: 'user_banned', msg: 'User is banned' })
        : new Response(null, { status: 303, headers: { location: `${redirect}#${new URLSearchParams(refused)}` } });
    },
  };
}
