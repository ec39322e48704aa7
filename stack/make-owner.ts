/* npm run make-owner -- --url <project address> --secret-key <key> --site <the client's address> --email <address> --name <name>
   Creates the first owner of an empty installation, once. Prompts for the password; there is no default. Prints the address to open. */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createClient } from '@supabase/supabase-js';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    'secret-key': { type: 'string' },
    site: { type: 'string' },
    email: { type: 'string' },
    name: { type: 'string' },
  },
});
const { url, site, email, name } = values;
const secretKey = values['secret-key'];
if (!url || !secretKey || !site || !URL.canParse(site) || !email || !name) {
  console.error(
    'Usage: npm run make-owner -- --url <address> --secret-key <key> --site <the client’s address> --email <address> --name <name>',
  );
  process.exit(2);
}

const input = createInterface({ input: process.stdin, output: process.stderr });
const password = (await input.question('Password for the owner (at least 8 characters): ')).trim();
input.close();
if (password.length < 8) {
  console.error('The password needs at least 8 characters. Nothing was created.');
  process.exit(2);
}
if (Buffer.byteLength(password) > 72) {
  console.error('The password is too long: it may have at most 72 letters, or 36 in Arabic. Nothing was created.');
  process.exit(2);
}

const supabase = createClient(url, secretKey, { auth: { persistSession: false } });
const created = await supabase.auth.admin.createUser({ email, password, email_confirm: true });
if (created.error) {
  // auth-js reads no message from an answer of 500 and more.
  const { message, status } = created.error;
  console.error(`The account wasn’t created: ${message === '{}' ? `Auth answered ${status}.` : message}`);
  process.exit(1);
}
const profile = await supabase.rpc('make_first_owner', { id: created.data.user.id, name, email });
if (profile.error) {
  // Without a profile, the account is removed again.
  await supabase.auth.admin.deleteUser(created.data.user.id);
  console.error(profile.error.message === 'owner_exists' ? 'There’s already an owner. Nothing was created.' : profile.error.message);
  process.exit(1);
}
console.log(
  `${name} <${email}> is now the owner of this business. Open ${new URL('/login', site).href} and sign in: the first steps wait there.`,
);
