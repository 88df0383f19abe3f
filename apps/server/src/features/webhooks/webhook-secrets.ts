import { createHmac, randomBytes } from "node:crypto";
import { open, seal, type SealingKeys } from "../../platform/crypto/sealed-secrets.ts";

const prefix = "whsec_";
const secretBytes = 32;

/** Returns a new secret in the format of Standard Webhooks: `whsec_` and Base64. */
export function newSecret(): string {
  return prefix + randomBytes(secretBytes).toString("base64");
}

/**
 * Returns the header `webhook-signature`, which has one signature per secret, separated by spaces. `timestamp` is Unix
 * time in seconds.
 */
export function signatureOf(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const content = `${id}.${timestamp}.${body}`;
  const sign = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
      .update(content)
      .digest("base64");
  return secrets.map((secret) => `v1,${sign(secret)}`).join(" ");
}

/** Additional headers by name. */
export type OwnHeaders = Readonly<Record<string, string>>;

/** Seals and opens the secrets and headers of webhooks. */
export class WebhookSecrets {
  readonly #keys: SealingKeys;

  constructor(sealingKeys: SealingKeys) {
    this.#keys = sealingKeys;
  }

  sealSecret(id: string, secret: string): Buffer {
    return seal(this.#keys, `webhook_secret:${id}`, secret);
  }

  openSecret(id: string, sealed: Buffer): string {
    return open(this.#keys, `webhook_secret:${id}`, sealed);
  }

  /** Seals headers. Returns null if there are none. */
  sealHeaders(webhookId: string, headers: OwnHeaders): Buffer | null {
    return Object.keys(headers).length === 0
      ? null
      : seal(this.#keys, `webhook_headers:${webhookId}`, JSON.stringify(headers));
  }

  openHeaders(webhookId: string, sealed: Buffer | null): OwnHeaders {
    return sealed === null
      ? {}
      : (JSON.parse(open(this.#keys, `webhook_headers:${webhookId}`, sealed)) as OwnHeaders);
  }
}
