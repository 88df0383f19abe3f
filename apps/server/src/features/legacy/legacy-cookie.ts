import { legacySessionMs } from "@praxisportal/contract/limits";
import * as z from "zod/mini";
import type { Clock } from "../../platform/clock/clock.ts";
import type { Config } from "../../platform/config/config.ts";
import { open, seal, type SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import { readCookie } from "../../platform/http/origin/cookies.ts";

type Dependencies = {
  config: Pick<Config, "publicUrl" | "port">;
  sealingKeys: SealingKeys;
  clock: Clock;
};

const contentSchema = z.object({ token: z.string(), expiresAtMs: z.number() });

/**
 * The cookie that holds the token of the older practice server, sealed for one session of the portal. The server keeps
 * no copy. In another session, or after 8 h, it is ignored.
 */
export class LegacyCookie {
  readonly #dependencies: Dependencies;
  readonly #name: string;
  readonly #attributes: string;

  constructor(dependencies: Dependencies) {
    const { publicUrl, port } = dependencies.config;
    const isHttps = publicUrl.protocol === "https:";
    this.#dependencies = dependencies;
    // Cookies are not isolated by port. Over https the prefix keeps other sites from setting it without https.
    this.#name = isHttps ? "__Secure-portal-legacy" : `portal_legacy_${publicUrl.port || port}`;
    const maxAge = Math.floor(legacySessionMs / 1000);
    this.#attributes = `Path=/api; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${isHttps ? "; Secure" : ""}`;
  }

  /** Returns the value of a Set-Cookie header, and when the token stops being used. */
  issue(sessionId: string, token: string): { header: string; expiresAt: string } {
    const { clock, sealingKeys } = this.#dependencies;
    const expiresAtMs = clock.now().getTime() + legacySessionMs;
    const sealed = seal(sealingKeys, sealedFor(sessionId), JSON.stringify({ token, expiresAtMs }));
    return {
      header: `${this.#name}=${sealed.toString("base64url")}; ${this.#attributes}`,
      expiresAt: new Date(expiresAtMs).toISOString(),
    };
  }

  /** Returns the token; undefined without a cookie, with that of another session, and after its time. */
  read(header: string | undefined, sessionId: string): string | undefined {
    const value = readCookie(header, this.#name);
    if (value === undefined) return undefined;
    try {
      const text = open(
        this.#dependencies.sealingKeys,
        sealedFor(sessionId),
        Buffer.from(value, "base64url"),
      );
      const { token, expiresAtMs } = contentSchema.parse(JSON.parse(text));
      return this.#dependencies.clock.now().getTime() < expiresAtMs ? token : undefined;
    } catch {
      return undefined;
    }
  }
}

function sealedFor(sessionId: string): string {
  return `legacy_session:${sessionId}`;
}
