// Passkeys and wallets: a part of auth-js that this product has no use for, and that every first visit would load.
import type { Plugin } from 'vite';

const unused = `const unused = () => { throw new Error('Passkeys and wallets are left out of this build'); };`;

const left: Record<string, string> = {
  webauthn: `${unused}
    export class WebAuthnApi {}
    export const webAuthnAbortService = {};
    export const browserSupportsWebAuthn = () => false;
    export { unused as createCredential, unused as getCredential, unused as deserializeCredentialCreationOptions,
      unused as deserializeCredentialRequestOptions, unused as serializeCredentialCreationResponse, unused as serializeCredentialRequestResponse };`,
  'web3/ethereum': `${unused} export { unused as createSiweMessage, unused as fromHex, unused as getAddress, unused as toHex };`,
};

export function leanAuth(): Plugin {
  return {
    name: 'lean-auth',
    apply: 'build',
    load(id) {
      const part = /auth-js\/dist\/module\/lib\/(webauthn|web3\/ethereum)\.js$/.exec(id)?.[1];
      return part ? (left[part] ?? null) : null;
    },
  };
}
