import { legacySessionMs } from "@praxisportal/contract/limits";
import * as z from "zod/mini";
import type { Clock } from "../../platform/clock/clock.ts";
import type { Config } from "../../platform/config/config.ts";
import { open, seal, type SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import { classicCookie, type ClassicCookie } from "./classic-cookie.ts";

type Dependencies = {
  config: Pick<Config, "publicUrl" | "port">;
  sealingKeys: SealingKeys;
  clock: Clock;
};

const contentSchema = z.object({
  token: z.string(),
  username: z.string(),
  practiceName: z.string(),
  expiresAtMs: z.number(),
});

/** Sign-in of a portal session at the legacy practice server. */
export type LegacySignIn = z.output<typeof contentSchema>;

/**
 * The cookie that contains the token of the legacy practice server, sealed for one session of the portal. The server
 * keeps no copy. In another session, or after 8 h, it is ignored.
 */
export class LegacyCookie {
  readonly #dependencies: Dependencies;
  readonly #cookie: ClassicCookie;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#cookie = classicCookie(dependencies.config, "legacy");
  }

  /** Returns the value of a Set-Cookie header, and the time at which the token expires. */
  issue(
    sessionId: string,
    account: Omit<LegacySignIn, "expiresAtMs">,
  ): { header: string; expiresAt: string } {
    const { clock, sealingKeys } = this.#dependencies;
    const expiresAtMs = clock.now().getTime() + legacySessionMs;
    const content: LegacySignIn = { ...account, expiresAtMs };
    const sealed = seal(sealingKeys, sealedFor(sessionId), JSON.stringify(content));
    return {
      header: this.#cookie.set(sealed.toString("base64url")),
      expiresAt: new Date(expiresAtMs).toISOString(),
    };
  }

  /** Returns the sign-in, or undefined without a cookie, with the cookie of another session, and after its expiry. */
  read(header: string | undefined, sessionId: string): LegacySignIn | undefined {
    const value = this.#cookie.read(header);
    if (value === undefined) return undefined;
    try {
      const { sealingKeys, clock } = this.#dependencies;
      const text = open(sealingKeys, sealedFor(sessionId), Buffer.from(value, "base64url"));
      const content = contentSchema.parse(JSON.parse(text));
      return clock.now().getTime() < content.expiresAtMs ? content : undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns the values of the Set-Cookie headers that remove the cookie of a request, if there is one. */
  clear(header: string | undefined): readonly string[] {
    return this.#cookie.clear(header);
  }
}

function sealedFor(sessionId: string): string {
  return `legacy_session:${sessionId}`;
}
