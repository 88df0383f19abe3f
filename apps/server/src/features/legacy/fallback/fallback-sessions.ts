import { randomUUID } from "node:crypto";
import { legacySessionMs, sessionIdleMs } from "@praxisportal/contract/limits";
import * as z from "zod/mini";
import type { Clock } from "../../../platform/clock/clock.ts";
import { open, seal, type SealingKeys } from "../../../platform/crypto/sealed-secrets.ts";
import { legacyTokenPrefix, makeToken } from "../../../platform/crypto/tokens.ts";
import type { LegacyCaller } from "../../../platform/request-context/caller.ts";
import type { ClassicCookie } from "../classic-cookie.ts";

/** Maximum number of signed-out sessions that are remembered until they would have expired. */
const revokedMax = 10_000;

const tokenSchema = z.object({
  scope: z.literal("legacy"),
  id: z.string(),
  username: z.string(),
  practiceCode: z.string(),
  practiceName: z.string(),
  token: z.string(),
  issuedAtMs: z.number(),
});
type TokenContent = z.output<typeof tokenSchema>;

const deviceSchema = z.object({ id: z.string(), secret: z.string(), usedAtMs: z.number() });
type DeviceContent = z.output<typeof deviceSchema>;

type Dependencies = {
  cookie: ClassicCookie;
  sealingKeys: SealingKeys;
  clock: Clock;
  /** Code of the practice that the legacy server belongs to. */
  practiceCode: string;
};

/** The account of a new session. */
type Account = Pick<TokenContent, "username" | "practiceName" | "token">;

/**
 * The sessions of the fallback login. All data of a session is in its token and in the cookie of its device, both
 * sealed, so that it needs no database and survives a restart: the token opens only with the secret of its cookie, and
 * the cookie contains the time of the last activity. Only sign-outs are kept in memory. After a restart, the token and
 * cookie of a session that was signed out would be accepted again until its idle limit.
 */
export class FallbackSessions {
  readonly #dependencies: Dependencies;
  readonly #revoked = new Map<string, number>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts a session. `header` is the value of a Set-Cookie header. */
  begin(account: Account): { token: string; header: string; caller: LegacyCaller } {
    const { sealingKeys, practiceCode } = this.#dependencies;
    const nowMs = this.#nowMs();
    const content: TokenContent = {
      scope: "legacy",
      id: randomUUID(),
      practiceCode,
      issuedAtMs: nowMs,
      ...account,
    };
    const device: DeviceContent = { id: content.id, secret: makeToken(), usedAtMs: nowMs };
    const sealed = seal(sealingKeys, sealedFor(device.secret), JSON.stringify(content));
    return {
      token: legacyTokenPrefix + sealed.toString("base64url"),
      header: this.#cookieOf(device),
      caller: callerOf(content, device),
    };
  }

  /**
   * Returns the session of a token and its cookie, or undefined if one is missing or belongs to another session, or if
   * the session has ended.
   */
  find(token: string, cookies: string | undefined): LegacyCaller | undefined {
    const { cookie, practiceCode } = this.#dependencies;
    const device = this.#open(deviceSchema, "legacy_fallback_device", cookie.read(cookies));
    if (device === undefined) return undefined;
    const sealed = token.slice(legacyTokenPrefix.length);
    const content = this.#open(tokenSchema, sealedFor(device.secret), sealed);
    if (content === undefined || content.id !== device.id || content.practiceCode !== practiceCode)
      return undefined;
    const caller = callerOf(content, device);
    const nowMs = this.#nowMs();
    const isOver = nowMs >= caller.expiresAtMs || nowMs >= caller.idleEndsAtMs;
    return isOver || this.#revoked.has(caller.id) ? undefined : caller;
  }

  /** Extends the idle limit of a session. Returns the value of a Set-Cookie header. */
  extend({ id, deviceSecret }: LegacyCaller): string {
    return this.#cookieOf({ id, secret: deviceSecret, usedAtMs: this.#nowMs() });
  }

  /** Ends a session. Returns the values of the Set-Cookie headers that remove its cookie. */
  end({ id, expiresAtMs }: LegacyCaller, cookies: string | undefined): readonly string[] {
    if (this.#revoked.size >= revokedMax) this.#sweep();
    this.#revoked.set(id, expiresAtMs);
    return this.#dependencies.cookie.clear(cookies);
  }

  /** Removes the expired entries, and the oldest one if that is not enough. */
  #sweep(): void {
    const nowMs = this.#nowMs();
    for (const [id, expiresAtMs] of this.#revoked) if (expiresAtMs <= nowMs) this.#revoked.delete(id);
    const [oldest] = this.#revoked.keys();
    if (this.#revoked.size >= revokedMax && oldest !== undefined) this.#revoked.delete(oldest);
  }

  #cookieOf(device: DeviceContent): string {
    const { cookie, sealingKeys } = this.#dependencies;
    const sealed = seal(sealingKeys, "legacy_fallback_device", JSON.stringify(device));
    return cookie.set(sealed.toString("base64url"));
  }

  #open<S extends z.ZodMiniType>(schema: S, purpose: string, value: string | undefined) {
    if (value === undefined) return undefined;
    try {
      const text = open(this.#dependencies.sealingKeys, purpose, Buffer.from(value, "base64url"));
      return schema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  #nowMs(): number {
    return this.#dependencies.clock.now().getTime();
  }
}

function callerOf(content: TokenContent, { secret, usedAtMs }: DeviceContent): LegacyCaller {
  const expiresAtMs = content.issuedAtMs + legacySessionMs;
  return {
    id: content.id,
    username: content.username,
    practiceName: content.practiceName,
    token: content.token,
    expiresAtMs,
    idleEndsAtMs: Math.min(usedAtMs + sessionIdleMs, expiresAtMs),
    deviceSecret: secret,
  };
}

function sealedFor(deviceSecret: string): string {
  return `legacy_fallback:${deviceSecret}`;
}
