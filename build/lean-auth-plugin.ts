// Leaves out of the build what the client does not use of auth-js (passkeys, wallets, user administration), so that no visit loads it.
import type { Plugin } from 'vite';

const unused = `const unused = () => { throw new Error('Passkeys and wallets are left out of this build'); };`;

/** The replacements of these files. */
const replacements: Record<string, string> = {
  'auth-js/dist/module/lib/webauthn.js': `${unused}
    export class WebAuthnApi {}
    export const webAuthnAbortService = {};
    export const browserSupportsWebAuthn = () => false;
    export { unused as createCredential, unused as getCredential, unused as deserializeCredentialCreationOptions,
      unused as deserializeCredentialRequestOptions, unused as serializeCredentialCreationResponse, unused as serializeCredentialRequestResponse };`,
  'auth-js/dist/module/lib/web3/ethereum.js': `${unused} export { unused as createSiweMessage, unused as fromHex, unused as getAddress, unused as toHex };`,
  // All but signOut needs the secret key, which no browser has; signing out uses it with the user's own token.
  'auth-js/dist/module/GoTrueAdminApi.js': `
    import { isAuthError } from './lib/errors';
    import { _request } from './lib/fetch';
    import { resolveFetch } from './lib/helpers';
    export default class GoTrueAdminApi {
      constructor({ url, headers, fetch }) {
        this.signOut = (jwt, scope) => _request(resolveFetch(fetch), 'POST', url + '/logout?scope=' + scope, { headers, jwt, noResolveJson: true }).then(() => ({ data: null, error: null }), (error) => {
          if (isAuthError(error)) return { data: null, error };
          throw error;
        });
      }
    }`,
};

export function leanAuth(): Plugin {
  const unreplaced = new Set(Object.keys(replacements));
  return {
    name: 'lean-auth',
    apply: 'build',
    load(id) {
      const part = Object.keys(replacements).find((file) => id.endsWith(`/${file}`));
      if (!part) return null;
      unreplaced.delete(part);
      return replacements[part];
    },
    generateBundle() {
      if (unreplaced.size > 0)
        this.error(`To be left out of the build, but not in it: ${[...unreplaced].join(', ')}. Where has auth-js put it?`);
    },
  };
}
