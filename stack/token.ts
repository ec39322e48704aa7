import { createHmac, timingSafeEqual } from 'node:crypto';

export type Claims = Record<string, unknown> & { sub?: string; role?: string; exp?: number };

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signature = (content: string, secret: string): Buffer => createHmac('sha256', secret).update(content).digest();

export function signToken(claims: Claims, secret: string): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${signature(content, secret).toString('base64url')}`;
}

/** The claims of a token that this stack signed and that has not expired, otherwise null. */
export function readToken(token: string, secret: string): Claims | null {
  const [header, payload, signed, more] = token.split('.');
  if (!header || !payload || !signed || more !== undefined) return null;
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg?: string };
    const given = Buffer.from(signed, 'base64url');
    const expected = signature(`${header}.${payload}`, secret);
    if (alg !== 'HS256' || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    return typeof claims.exp === 'number' && claims.exp * 1000 <= Date.now() ? null : claims;
  } catch {
    return null;
  }
}
