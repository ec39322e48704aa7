// Leaves out unused code of the packages that every visit loads: ways to sign in, form actions and fetchers of the router, loading of
// texts by i18next itself. Code left out throws if it is called; if a package no longer contains it, the build fails.
import type { Plugin } from 'vite';

const refusal = `{ throw new Error('Left out of this build'); }`;
const unused = `const unused = () => ${refusal};`;

/** The replacements of whole files. */
const replacements: Record<string, string> = {
  'auth-js/dist/module/lib/webauthn.js': `${unused}
    export class WebAuthnApi {}
    export const webAuthnAbortService = {};
    export const browserSupportsWebAuthn = () => false;
    export { unused as createCredential, unused as getCredential, unused as deserializeCredentialCreationOptions,
      unused as deserializeCredentialRequestOptions, unused as serializeCredentialCreationResponse, unused as serializeCredentialRequestResponse };`,
  'auth-js/dist/module/lib/web3/ethereum.js': `${unused} export { unused as createSiweMessage, unused as fromHex, unused as getAddress, unused as toHex };`,
  // All except signOut needs the secret key, which no browser has; signOut uses the user's own token.
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

/** Functions and methods that are never called here, by file. Their names stay, since other code refers to them. */
const uncalled: Record<string, readonly string[]> = {
  'auth-js/dist/module/GoTrueClient.js': [
    ...['signUp', 'signInAnonymously', 'signInWithIdToken', 'signInWithOAuth', 'signInWithOtp', 'signInWithPasskey', 'signInWithSSO'],
    ...['signInWithEthereum', 'signInWithSolana', 'signInWithWeb3', '_handleProviderSignIn', '_getUrlForProvider'],
    ...['getUserIdentities', 'linkIdentity', 'linkIdentityIdToken', 'linkIdentityOAuth', 'unlinkIdentity'],
    ...['getClaims', 'fetchJwk', 'verifyOtp', 'resend', 'reauthenticate', '_reauthenticate'],
    ...['_challenge', '_challengeAndVerify', '_enroll', '_getAuthenticatorAssuranceLevel', '_listFactors', '_unenroll', '_verify'],
    ...['_approveAuthorization', '_denyAuthorization', '_getAuthorizationDetails', '_listOAuthGrants', '_revokeOAuthGrant'],
    ...['registerPasskey', '_startPasskeyRegistration', '_verifyPasskeyRegistration', '_startPasskeyAuthentication'],
    ...['_verifyPasskeyAuthentication', '_listPasskeys', '_updatePasskey', '_deletePasskey'],
    // PKCE codes, which our links do not contain.
    ...['_exchangeCodeForSession', 'exchangeCodeForSession'],
  ],
  // Sessions stored by a server, or without their user.
  'auth-js/dist/module/lib/helpers.js': ['userNotAvailableProxy', 'insecureUserWarningProxy'],
  'react-router/dist/production/chunk-': [
    // Form actions and fetchers.
    ...['handleAction', 'handleFetcherAction', 'handleFetcherLoader', 'fetch2', 'getFormSubmissionInfo', 'useSubmit', 'useFormAction'],
    // Routes sent by a server, and server-rendered pages.
    ...['discoverRoutes', 'patchRoutesImpl', 'PrefetchPageLinksImpl', 'RSCPrefetchPageLinksImpl', 'getNewMatchesForLinks'],
    ...['RSCErrorHandler', 'deserializeErrors'],
    ...['instrumentClientSideRouter', 'getRouteInstrumentationUpdates'],
    ...['useScrollRestoration', 'ScrollRestoration', 'NavLinkWithRef', 'HistoryRouter', 'useViewTransitionState'],
  ],
  'postgrest-js/dist/index.mjs': ['upsert', 'explain', 'textSearch'],
  // All texts of a language are loaded at once.
  'i18next/dist/esm/i18next.js': [
    ...['queueLoad', 'loaded', 'read', 'prepareLoading', 'loadOne', 'saveMissing', 'reloadResources', 'loadLanguages', 'loadNamespaces'],
    ...['cloneInstance', 'keysFromSelector', 'getUsedParamsDetails'],
  ],
};

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The bodies of the functions and methods of these names, outermost only, in order. */
function bodiesOf(node: Node, names: readonly string[]): { name: string; body: Node }[] {
  const named = (node.id ?? node.key) as { name?: string } | null | undefined;
  const made = (node.type === 'MethodDefinition' ? node.value : node.type === 'VariableDeclarator' ? node.init : node) as Node | null;
  const body = made?.body;
  if (named?.name && names.includes(named.name) && isNode(body) && body.type === 'BlockStatement') return [{ name: named.name, body }];
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((part) => bodiesOf(part, names));
}

export function leanPackages(): Plugin {
  const left = new Set([...Object.keys(replacements), ...Object.values(uncalled).flat()]);
  return {
    name: 'lean-packages',
    apply: 'build',
    load(id) {
      const part = Object.keys(replacements).find((file) => id.endsWith(`/${file}`));
      if (!part) return null;
      left.delete(part);
      return replacements[part];
    },
    transform(code, id) {
      const names = Object.entries(uncalled).find(([file]) => id.includes(`/${file}`))?.[1];
      if (!names) return null;
      let lean = code;
      for (const { name, body } of bodiesOf(this.parse(code) as unknown as Node, names).toReversed()) {
        lean = `${lean.slice(0, body.start)}${refusal}${lean.slice(body.end)}`;
        left.delete(name);
      }
      return { code: lean, map: null };
    },
    generateBundle() {
      if (left.size > 0)
        this.error(`To be left out of the build, but not in it: ${[...left].join(', ')}. Where have their packages put it?`);
    },
  };
}
