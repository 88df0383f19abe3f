import * as endpoints from "@praxisportal/contract/legacy/legacy.endpoints";
import { loginFailureWindowMs } from "@praxisportal/contract/limits";
import type { FastifyReply } from "fastify";
import type { MemoryLimits } from "../../directory/limits/memory-limits.ts";
import { rateLimitRule, attemptKey } from "../../directory/rate-limiter.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { type FallbackLogin, presentCaller } from "./fallback/fallback-login.service.ts";
import type { LegacyCookie } from "./legacy-cookie.ts";
import { mayEndSignIn, mayUseLegacy } from "./legacy.policy.ts";
import { presentSignIn } from "./legacy.presenter.ts";
import type { LegacyReader, LegacyService } from "./legacy.service.ts";

type Dependencies = {
  legacy: LegacyService;
  cookie: LegacyCookie;
  /** Undefined if there is no legacy server. */
  fallback: FallbackLogin | undefined;
  limits: MemoryLimits;
};

/** A practice has one address for all its workplaces. */
const publicAddressRule = rateLimitRule(300, loginFailureWindowMs);

/** Registers the calls of classic mode. */
export function registerLegacyRoutes(registrar: Registrar, dependencies: Dependencies): void {
  const { legacy, cookie, fallback, limits } = dependencies;

  registrar.handle(endpoints.legacySignIn, async ({ context, body, reply }) => {
    if (context.callerIfAny === undefined) {
      if (fallback === undefined) throw new ProblemError("LEGACY_NOT_OFFERED");
      const response = await fallback.signIn(body, context.origin);
      reply.header("set-cookie", response.cookies);
      return response.body;
    }
    const token = await legacy.signIn(authorize(context, "legacy.signIn", mayUseLegacy), body);
    const { header, expiresAt } = cookie.issue(context.caller.sessionId, {
      token,
      username: body.username,
      practiceName: context.organization.name,
    });
    reply.header("set-cookie", header);
    return { expiresAt };
  });

  registrar.handle(endpoints.legacySession, async ({ context, reply }) => {
    if (context.legacyCaller !== undefined) return presentCaller(context.legacyCaller);
    const signIn = cookie.read(cookiesOf(reply), context.caller.sessionId);
    if (signIn === undefined) throw new ProblemError("LEGACY_SIGN_IN_REQUIRED");
    return presentSignIn(signIn);
  });

  registrar.handle(endpoints.legacySignOut, async ({ context, reply }) => {
    const { legacyCaller, origin } = context;
    const cookies = cookiesOf(reply);
    if (legacyCaller !== undefined) {
      const clearingCookies = await fallback?.signOut(legacyCaller, cookies, origin);
      reply.header("set-cookie", clearingCookies ?? []);
      return;
    }
    if (cookie.read(cookies, context.caller.sessionId) === undefined) return;
    await legacy.signOut(authorize(context, "legacy.signOut", mayEndSignIn));
    reply.header("set-cookie", cookie.clear(cookies));
  });

  registrar.handle(endpoints.publicAddress, async ({ context }) => {
    const { address } = context.origin;
    limits.consume(attemptKey("public-address", address), publicAddressRule, "TOO_MANY_REQUESTS");
    return { publicIp: address };
  });

  registrar.handle(endpoints.legacyHealth, ({ context }) =>
    legacy.health(context.legacyCaller === undefined ? context.organizationIfAny : "fallback"),
  );

  /**
   * Returns the reader and the token of the legacy server. Extends the idle limit of a session of the fallback login.
   */
  const readerOf = (
    context: RequestContext,
    reply: FastifyReply,
  ): [reader: LegacyReader, token: string | undefined] => {
    const { legacyCaller } = context;
    if (legacyCaller === undefined || fallback === undefined)
      return [context.organization, cookie.read(cookiesOf(reply), context.caller.sessionId)?.token];
    if (reply.request.headers["x-background-read"] === undefined)
      reply.header("set-cookie", fallback.extend(legacyCaller));
    return ["fallback", legacyCaller.token];
  };

  registrar.handle(endpoints.legacyPractice, async ({ context, reply }) => ({
    data: await legacy.practice(...readerOf(context, reply)),
  }));

  registrar.handle(endpoints.legacyPatients, ({ context, query, reply }) =>
    legacy.patients(...readerOf(context, reply), query),
  );

  registrar.handle(endpoints.legacyTestDescriptions, ({ context, query, reply }) =>
    legacy.testDescriptions(...readerOf(context, reply), query),
  );
}

function cookiesOf(reply: FastifyReply): string | undefined {
  return reply.request.headers.cookie;
}
