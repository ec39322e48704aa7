// Passkeys, wallets and the administration of users: parts of auth-js that the client has no use for, and that every first visit would load.
import type { Plugin } from 'vite';

const unused = `const unused = () => { throw new Error('Passkeys and wallets are left out of this build'); };`;

/** What stands in the place of each of these files. */
const left: Record<string, string> = {
  'auth-js/dist/module/lib/webauthn.js': `${unused}
    export class WebAuthnApi {}
    export const webAuthnAbortService = {};
    export const browserSupportsWebAuthn = () => false;
    export { unused as createCredential, unused as getCredential, unused as deserializeCredentialCreationOptions,
      unused as deserializeCredentialRequestOptions, unused as serializeCredentialCreationResponse, unused as serializeCredentialRequestResponse };`,
  'auth-js/dist/module/lib/web3/ethereum.js': `${unused} export { unused as createSiweMessage, unused as fromHex, unused as getAddress, unused as toHex };`,
  // Needs the secret key, which no browser has; but whoever signs out does it through here, with a token of their own.
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
  const waiting = new Set(Object.keys(left));
  return {
    name: 'lean-auth',
    apply: 'build',
    load(id) {
      const part = Object.keys(left).find((file) => id.endsWith(`/${file}`));
      if (!part) return null;
      waiting.delete(part);
      return left[part];
    },
    generateBundle() {
      if (waiting.size > 0) this.error(`To be left out of the build, but not in it: ${[...waiting].join(', ')}. Where has auth-js put it?`);
    },
  };
}
