/** What is not done, as the client is told: a status and a word that stays the same. */
export class Refusal extends Error {
  /** @param {number} status @param {string} code */
  constructor(status, code) {
    super(code);
    this.status = status;
    this.code = code;
  }
}
