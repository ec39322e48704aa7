/** A refused request: an HTTP status and a stable code. */
export class Refusal extends Error {
  /** @param {number} status @param {string} code */
  constructor(status, code) {
    super(code);
    this.status = status;
    this.code = code;
  }
}
