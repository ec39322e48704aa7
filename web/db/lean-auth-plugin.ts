// Passkeys and wallets: a part of auth-js that this product has no use for, and that every first visit would load.
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
