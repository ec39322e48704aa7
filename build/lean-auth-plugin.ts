// Leaves out of the build what the client does not use of auth-js (passkeys, wallets, second factors, other ways to sign in, user
// administration), so that no visit loads it.
import type { Plugin } from 'vite';

const refusal = `{ throw new Error('Left out of this build'); }`;
const unused = `const unused = () => ${refusal};`;

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

const clientFile = 'auth-js/dist/module/GoTrueClient.js';

/** Methods of the client that nobody calls here. Their names stay, since its constructor binds them. */
const unusedMethods = new Set([
  ...['signUp', 'signInAnonymously', 'signInWithIdToken', 'signInWithOAuth', 'signInWithOtp', 'signInWithPasskey', 'signInWithSSO'],
  ...['signInWithEthereum', 'signInWithSolana', 'signInWithWeb3', '_handleProviderSignIn', '_getUrlForProvider'],
  ...['getUserIdentities', 'linkIdentity', 'linkIdentityIdToken', 'linkIdentityOAuth', 'unlinkIdentity'],
  ...['getClaims', 'fetchJwk', 'verifyOtp', 'resend', 'reauthenticate', '_reauthenticate'],
  ...['_challenge', '_challengeAndVerify', '_enroll', '_getAuthenticatorAssuranceLevel', '_listFactors', '_unenroll', '_verify'],
  ...['_approveAuthorization', '_denyAuthorization', '_getAuthorizationDetails', '_listOAuthGrants', '_revokeOAuthGrant'],
  ...['registerPasskey', '_startPasskeyRegistration', '_verifyPasskeyRegistration', '_startPasskeyAuthentication'],
  ...['_verifyPasskeyAuthentication', '_listPasskeys', '_updatePasskey', '_deletePasskey'],
]);

interface Method {
  type: string;
  key: { name?: string };
  value: { body: { start: number; end: number } };
}

export function leanAuth(): Plugin {
  const unreplaced = new Set([...Object.keys(replacements), ...unusedMethods]);
  return {
    name: 'lean-auth',
    apply: 'build',
    load(id) {
      const part = Object.keys(replacements).find((file) => id.endsWith(`/${file}`));
      if (!part) return null;
      unreplaced.delete(part);
      return replacements[part];
    },
    transform(code, id) {
      if (!id.endsWith(`/${clientFile}`)) return null;
      const declared = this.parse(code).body.find((node) => node.type === 'ClassDeclaration');
      const methods = (declared as { body: { body: Method[] } } | undefined)?.body.body ?? [];
      let lean = code;
      for (const method of methods.toReversed()) {
        if (method.type !== 'MethodDefinition' || !unusedMethods.has(method.key.name ?? '')) continue;
        const { start, end } = method.value.body;
        lean = `${lean.slice(0, start)}${refusal}${lean.slice(end)}`;
        unreplaced.delete(method.key.name ?? '');
      }
      return { code: lean, map: null };
    },
    generateBundle() {
      if (unreplaced.size > 0)
        this.error(`To be left out of the build, but not in it: ${[...unreplaced].join(', ')}. Where has auth-js put it?`);
    },
  };
}
