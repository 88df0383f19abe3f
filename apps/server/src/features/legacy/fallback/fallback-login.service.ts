import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { legacySignIn } from "@praxisportal/contract/legacy/legacy.endpoints";
import type { LegacyFallback, LegacySession } from "@praxisportal/contract/legacy/legacy.schema";
import { legacyHealthTimeoutMs } from "@praxisportal/contract/limits";
import type { Config } from "../../../platform/config/config.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { LegacyCaller } from "../../../platform/request-context/caller.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import { requestToken } from "../ask-for-token.ts";
import type { LegacyServer } from "../legacy-server.ts";
import * as presenter from "../legacy.presenter.ts";
import type { FallbackAttempts } from "./fallback-attempts.ts";
import type { FallbackAudit } from "./fallback-audit.ts";
import { isFallbackOpen } from "./fallback-networks.ts";
import type { FallbackSessions } from "./fallback-sessions.ts";

type Dependencies = {
  config: Pick<Config, "legacyFallbackNetworks" | "trustedProxies">;
  server: Pick<LegacyServer, "client" | "settings">;
  attempts: FallbackAttempts;
  audit: FallbackAudit;
  sessions: FallbackSessions;
};

/** A response body with the values of its Set-Cookie headers. */
type WithCookies<Body> = { body: Body; cookies: readonly string[] };

/**
 * The fallback login: signs in with an account of the legacy practice server, without a session of the portal and
 * without its database.
 */
export class FallbackLogin {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Starts a session. An account that the portal bars gets the response of a wrong password, after the same work.
   * Errors: 400 LEGACY_LOGIN_REFUSED, 403 LEGACY_OTHER_PRACTICE, LEGACY_ACCOUNT_LOCKED, 404 LEGACY_NOT_OFFERED, 429,
   * 503.
   */
  async signIn(
    body: BodyOf<typeof legacySignIn>,
    origin: RequestOrigin,
  ): Promise<WithCookies<LegacyFallback>> {
    const { config, server, attempts, audit, sessions } = this.#dependencies;
    if (!isFallbackOpen(config, origin)) throw new ProblemError("LEGACY_NOT_OFFERED");
    const { username } = body;
    const attempt = await attempts.begin(username, origin);
    const outcome = await requestToken(server, body, origin.address);
    if (outcome === undefined) {
      await attempt.settle("unanswered");
      throw new ProblemError("LEGACY_UNREACHABLE");
    }
    const action = "legacy.signed_in";
    if ("refusal" in outcome || attempt.isBarred) {
      const code = "refusal" in outcome ? outcome.refusal : "LEGACY_LOGIN_REFUSED";
      const reason = "refusal" in outcome ? "fallback" : "fallback_barred";
      const refusal = { action, outcome: "denied", reason, sessionId: null } as const;
      await attempt.settle("refused", audit.entryOf(username, origin, refusal));
      throw new ProblemError(code);
    }
    const practiceName = await this.#practiceName(outcome.token);
    const { token, header, caller } = sessions.begin({ username, practiceName, token: outcome.token });
    const acceptance = { action, outcome: "success", reason: "fallback", sessionId: caller.id } as const;
    await attempt.settle("accepted", audit.entryOf(username, origin, acceptance));
    const { expiresAt, idleEndsAt, ...parties } = presentCaller(caller);
    return { body: { token, expiresAt, idleEndsAt, ...parties }, cookies: [header] };
  }

  /** Returns the session of a token, or undefined when it has ended, or if the fallback login is not open. */
  find(token: string, cookies: string | undefined, origin: RequestOrigin): LegacyCaller | undefined {
    const { config, sessions } = this.#dependencies;
    return isFallbackOpen(config, origin) ? sessions.find(token, cookies) : undefined;
  }

  /** Extends the idle limit. Returns the value of a Set-Cookie header. */
  extend(caller: LegacyCaller): string {
    return this.#dependencies.sessions.extend(caller);
  }

  /** Ends a session. Returns the values of Set-Cookie headers. */
  async signOut(
    caller: LegacyCaller,
    cookies: string | undefined,
    origin: RequestOrigin,
  ): Promise<readonly string[]> {
    const { audit, sessions } = this.#dependencies;
    const clearingCookies = sessions.end(caller, cookies);
    const details = { outcome: "success", reason: "fallback", sessionId: caller.id } as const;
    const entry = audit.entryOf(caller.username, origin, { action: "legacy.signed_out", ...details });
    // The session has ended even if there is no room for the entry, which is logged.
    await audit.write(entry).catch(() => undefined);
    return clearingCookies;
  }

  /** Returns the name of the practice, or its code if the legacy server does not send the name. */
  async #practiceName(token: string): Promise<string> {
    const { client, settings } = this.#dependencies.server;
    const { body } = await client.call("/api/praxis", { timeoutMs: legacyHealthTimeoutMs, token });
    return presenter.presentPractice(body)?.name ?? settings.practiceCode;
  }
}

/** Returns a session as the browser sees it. */
export function presentCaller({ username, practiceName, expiresAtMs, idleEndsAtMs }: LegacyCaller) {
  return {
    user: { username },
    practice: { name: practiceName },
    expiresAt: new Date(expiresAtMs).toISOString(),
    idleEndsAt: new Date(idleEndsAtMs).toISOString(),
  } satisfies LegacySession;
}
