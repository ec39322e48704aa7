// Passkeys, wallets and the administrator's calls: a quarter of auth-js that no browser of this product has a use for, and that
// every first visit would load. (Users are administered by an edge function; the secret key never reaches a browser.)
import type { Plugin } from 'vite';

const unused = `const unused = () => { throw new Error('Passkeys and wallets are left out of this build'); };`;

const left: Record<string, string> = {
  webauthn: `${unused}
    export class WebAuthnApi {}
    export const webAuthnAbortService = {};
    export const browserSupportsWebAuthn = () => false;
    export { unused as createCredential, unused as getCredential, unused as deserializeCredentialCreationOptions,
      unused as deserializeCredentialRequestOptions, unused as serializeCredentialCreationResponse, unused as serializeCredentialRequestResponse };`,
  GoTrueAdminApi: 'export default class GoTrueAdminApi {}',
  'web3/ethereum': `${unused} export { unused as createSiweMessage, unused as fromHex, unused as getAddress, unused as toHex };`,
};

export function leanAuth(): Plugin {
  return {
    name: 'lean-auth',
    apply: 'build',
    load(id) {
      const part = /auth-js\/dist\/module\/(?:lib\/)?(webauthn|web3\/ethereum|GoTrueAdminApi)\.js$/.exec(id)?.[1];
      return part ? (left[part] ?? null) : null;
    },
  };
}
