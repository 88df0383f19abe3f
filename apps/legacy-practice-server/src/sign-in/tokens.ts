import { randomBytes } from "node:crypto";

const tokenBytes = 32;
const validForMs = 8 * 60 * 60 * 1_000;

/** The tokens of signed-in users, in memory only. */
export class Tokens {
  /** Expiry time of each token. */
  readonly #expiries = new Map<string, number>();

  issue(): string {
    const now = Date.now();
    for (const [token, expiry] of this.#expiries) if (expiry <= now) this.#expiries.delete(token);
    const token = randomBytes(tokenBytes).toString("base64url");
    this.#expiries.set(token, now + validForMs);
    return token;
  }

  isValid(token: string): boolean {
    return (this.#expiries.get(token) ?? 0) > Date.now();
  }

  forget(token: string): void {
    this.#expiries.delete(token);
  }
}
