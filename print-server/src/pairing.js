/* Which browsers may print: those that sent the six digits shown on this computer. The server stores only the hashes of tokens. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { alone, readJson, writeJson } from './home.js';
import { Refusal } from './refusal.js';

const minutes = 10;
const maxAttempts = 5;

/** @param {string} text */
const hash = (text) => createHash('sha256').update(text).digest('hex');
/** @param {string} one @param {string} other */
const same = (one, other) => timingSafeEqual(Buffer.from(hash(one)), Buffer.from(hash(other)));

/** @typedef {{ id: string, hash: string, origin: string, paired: string }} Pairing */

export class Pairings {
  /** @param {string} home @param {() => number} [now] */
  constructor(home, now = Date.now) {
    this.home = home;
    this.codeFile = join(home, 'pairing.json');
    this.file = join(home, 'pairings.json');
    this.now = now;
  }

  /** @returns {Pairing[]} */
  get all() {
    return readJson(this.file) ?? [];
  }

  /** Opens pairing for ten minutes, through a file, since the running server may be another process. */
  open() {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    alone(this.home, () => writeJson(this.codeFile, { code, until: this.now() + minutes * 60_000, left: maxAttempts }));
    return code;
  }

  close() {
    rmSync(this.codeFile, { force: true });
  }

  get opened() {
    const open = readJson(this.codeFile);
    return open && open.left > 0 && open.until > this.now() ? open : undefined;
  }

  /**
   * Counts an attempt before comparing the code, so that simultaneous attempts are all counted.
   * @param {unknown} code @param {string} origin
   */
  pair(code, origin) {
    return alone(this.home, () => this.tried(code, origin));
  }

  /** @param {unknown} code @param {string} origin */
  tried(code, origin) {
    const open = this.opened;
    if (!open) throw new Refusal(409, 'pairing_closed');
    writeJson(this.codeFile, { ...open, left: open.left - 1 });
    if (typeof code !== 'string' || !same(code, open.code)) throw new Refusal(403, open.left > 1 ? 'code_wrong' : 'pairing_closed');
    const token = randomBytes(32).toString('base64url');
    writeJson(
      this.file,
      [...this.all, { id: randomBytes(6).toString('hex'), hash: hash(token), origin, paired: new Date(this.now()).toISOString() }].slice(
        -200,
      ),
    );
    this.close();
    return token;
  }

  /** The pairing of a token, which is valid only for the origin it was given to. @param {string} token @param {string} origin */
  find(token, origin) {
    const wanted = hash(token);
    return this.all.find((pairing) => timingSafeEqual(Buffer.from(pairing.hash), Buffer.from(wanted)) && pairing.origin === origin);
  }

  /** @param {(pairing: Pairing) => boolean} which */
  forget(which) {
    return alone(this.home, () => {
      const all = this.all;
      const kept = all.filter((pairing) => !which(pairing));
      if (kept.length < all.length) writeJson(this.file, kept);
      return all.length - kept.length;
    });
  }
}
