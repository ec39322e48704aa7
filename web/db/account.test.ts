import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendRecovery } from './account.ts';
import { auth } from './client.ts';

vi.mock('./config.ts', () => ({ config: { url: 'http://shop.example', publishableKey: 'public' } }));
vi.mock('./browser-storage.ts', () => ({
  sessionStore: undefined,
  takesTokens: false,
  recoveryAddress: () => 'http://shop.example/login',
}));

let refusal: { status: number; code: string; message: string } | null;
beforeEach(() => {
  vi.spyOn(auth, 'resetPasswordForEmail').mockImplementation(() => Promise.resolve({ data: {}, error: refusal } as never));
});
afterEach(() => vi.restoreAllMocks());

it('treats a recovery link as sent if Auth refuses a second one within a minute', async () => {
  refusal = {
    status: 429,
    code: 'over_email_send_rate_limit',
    message: 'For security purposes, you can only request this after 51 seconds.',
  };
  await expect(sendRecovery('somebody@shop.example')).resolves.toBeUndefined();
});

it("reports that no link was sent if Auth's mail limit is reached", async () => {
  refusal = { status: 429, code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' };
  await expect(sendRecovery('somebody@shop.example')).rejects.toMatchObject({ code: 'mail_limit', status: 429 });
});

it('reports how long to wait after too many requests', async () => {
  refusal = {
    status: 429,
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached; you can only request this after 90 seconds.',
  };
  await expect(sendRecovery('somebody@shop.example')).rejects.toMatchObject({ code: 'too_often', values: { count: 2 } });
});
