import type { Endpoint } from "@praxisportal/contract/endpoint";
import type { FastifyRequest } from "fastify";
import type { IdentityDb } from "../../db/handles.ts";
import { type AccessAlternative, isAdmitted, isPublic } from "../../request-context/access.ts";
import type { Caller, Credentials, LegacyCaller } from "../../request-context/caller.ts";
import {
  principalOf,
  RequestContext,
  type RequestOrganization,
  type RequestOrigin,
} from "../../request-context/request-context.ts";
import { type FindOrganization, resolveOrganization } from "../../request-context/resolve-organization.ts";
import { assertTokenAllows, assertTokenOrganization } from "../../request-context/token-access.ts";
import type { DeviceCookie } from "../origin/cookies.ts";
import { ProblemError } from "../problem.ts";
import { assertOwnGet, assertSameSite, readOrigin } from "../origin/request-origin.ts";
import { type DownloadTicket, originOf, readDownload } from "./downloads.ts";
import { isLegacyToken } from "../../crypto/tokens.ts";
import { bearerOf, singleHeader } from "./request-headers.ts";

/** Session and organization for which a ticket was issued. */
export type TicketContext = { sessionId: string; organizationId: string };

/** Caller with the ids of the organization that a call names. */
export type KnownCaller = {
  caller: Caller;
  origin: RequestOrigin;
  pathId: string | undefined;
  headerId: string | undefined;
};

type Identified = {
  caller: Caller | undefined;
  origin: RequestOrigin;
  /** Organization named by the header or the ticket. */
  headerId: string | undefined;
};

/** Dependencies of {@link Admission}. */
export type AdmissionDependencies = {
  identityDb: IdentityDb;
  cookie: DeviceCookie;
  origins: ReadonlySet<string>;
  /** Resolves the caller of a request, or undefined without a valid session. */
  resolveCaller: (credentials: Credentials) => Promise<Caller | undefined>;
  /** Finds the session of the fallback login by its token and its cookie, without the database. */
  findLegacyCaller: (
    token: string,
    cookies: string | undefined,
    origin: RequestOrigin,
  ) => LegacyCaller | undefined;
  /** Resolves a ticket, or undefined if it is unknown or used. */
  findTicket: (ticket: string) => Promise<TicketContext | undefined>;
  /** Consumes a download ticket for a path. Returns undefined if it is not valid for the path. */
  consumeDownloadTicket: (ticket: string, path: string) => Promise<DownloadTicket | undefined>;
  /** Resolves the caller of a browser session by its cookie. */
  resolveSession: (sessionId: string, deviceSecret: string | undefined) => Promise<Caller | undefined>;
  /** Records activity of the person, or of an application acting for them, and extends the idle timeout. */
  recordActivity: (
    caller: Caller,
    origin: RequestOrigin,
    organizationId: string | undefined,
  ) => Promise<void>;
  /** Records once per session and organization that a platform account opened the organization. */
  recordOrganizationOpened: (context: RequestContext, organization: RequestOrganization) => Promise<void>;
  findOrganization: FindOrganization;
};

/**
 * Decides whether a request may reach its handler. Checks origin, session, restriction, organization and access in this
 * order. Throws the problem of the first check that fails.
 */
export class Admission {
  readonly #dependencies: AdmissionDependencies;

  constructor(dependencies: AdmissionDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the context of an admitted request. */
  async admit(
    endpoint: Endpoint,
    request: FastifyRequest,
    alternatives: readonly AccessAlternative[],
  ): Promise<RequestContext> {
    assertSameSite(request, this.#dependencies.origins);
    const from = readOrigin(request, this.#dependencies.cookie, endpoint.path);
    const accessToken = bearerOf(request.headers.authorization);
    if (isLegacyToken(accessToken)) return this.#admitLegacy(endpoint, request, accessToken, from);
    const identified = await this.#identify(endpoint, request, from);
    const { caller, origin, headerId } = identified;
    // Public calls treat an application's token as anonymous, because they only know sessions.
    if (caller === undefined || (caller.token !== undefined && isPublic(endpoint))) {
      if (isPublic(endpoint)) return new RequestContext(origin, undefined, undefined);
      throw new ProblemError("NOT_AUTHENTICATED");
    }
    request.actor = { personId: caller.personId, sessionId: caller.sessionId };
    const context = await this.admitCaller(endpoint, alternatives, {
      caller,
      origin,
      pathId: (request.params as Record<string, string>)["id"],
      headerId,
    });
    const organization = context.organizationIfAny;
    if (organization && caller.platformRole !== null)
      await this.#dependencies.recordOrganizationOpened(context, organization);
    if (endpoint.extendsSession !== false && request.headers["x-background-read"] === undefined)
      await this.#dependencies.recordActivity(caller, origin, organization?.id);
    return context;
  }

  /** Admits a session of the fallback login only to classic mode, without the database. */
  #admitLegacy(
    endpoint: Endpoint,
    request: FastifyRequest,
    token: string,
    origin: RequestOrigin,
  ): RequestContext {
    if (endpoint.allowsLegacySession !== true) throw new ProblemError("LEGACY_SESSION_LIMITED");
    const caller = this.#dependencies.findLegacyCaller(token, request.headers.cookie, origin);
    if (caller === undefined) throw new ProblemError("NOT_AUTHENTICATED");
    return new RequestContext(origin, undefined, undefined, caller);
  }

  /** Checks restriction, organization and access of a known caller, and returns the context of the call. */
  async admitCaller(
    endpoint: Endpoint,
    alternatives: readonly AccessAlternative[],
    { caller, origin, pathId, headerId }: KnownCaller,
  ): Promise<RequestContext> {
    if (caller.token !== undefined) assertTokenOrganization(caller.token, headerId);
    assertDemoIsLocal(caller, origin.isForwarded);
    // Restricted sessions may also make public calls, unless these are about an organization.
    if (!isForAnyone(endpoint)) assertNotRestricted(caller, endpoint);
    const organization = await this.#organizationOf(endpoint, caller, pathId, headerId);
    if (caller.token !== undefined) assertTokenAllows(endpoint, alternatives, caller.token, organization);
    else if (!passes(endpoint, alternatives, caller, organization)) throw new ProblemError("FORBIDDEN");
    return new RequestContext(origin, caller, organization);
  }

  /** Finds the caller by access token, or by the ticket of a call that accepts one. */
  async #identify(endpoint: Endpoint, request: FastifyRequest, origin: RequestOrigin): Promise<Identified> {
    const accessToken = bearerOf(request.headers.authorization);
    const { deviceSecret } = origin;
    const download = readDownload(endpoint, request);
    if (download !== undefined) return this.#identifyDownload(download, request, origin);
    const ticket = endpoint.acceptsTicket ? ticketOf(request.query) : undefined;
    const isByTicket = ticket !== undefined && accessToken === undefined;
    if (endpoint.acceptsTicket) assertOwnGet(request, this.#dependencies.origins, isByTicket);
    const session = ticket === undefined ? undefined : await this.#dependencies.findTicket(ticket);
    const caller = isByTicket
      ? session && (await this.#dependencies.resolveSession(session.sessionId, deviceSecret))
      : await this.#dependencies.resolveCaller({ accessToken, deviceSecret });
    const headerId = singleHeader(request.headers["x-organization-id"]) ?? session?.organizationId;
    return { caller, origin, headerId };
  }

  /**
   * Consumes the ticket of a download. Only the page of the portal that made the link knows the ticket. The
   * organization of the page applies, so that a header cannot name another one.
   */
  async #identifyDownload(
    { ticket, path }: { ticket: string; path: string },
    request: FastifyRequest,
    origin: RequestOrigin,
  ): Promise<Identified> {
    assertOwnGet(request, this.#dependencies.origins, false);
    const ticketContext = await this.#dependencies.consumeDownloadTicket(ticket, path);
    if (ticketContext === undefined) return { caller: undefined, origin, headerId: undefined };
    const caller = await this.#dependencies.resolveSession(ticketContext.sessionId, origin.deviceSecret);
    return {
      caller,
      origin: originOf(origin, ticketContext),
      headerId: ticketContext.organizationId ?? undefined,
    };
  }

  async #organizationOf(
    endpoint: Endpoint,
    caller: Caller,
    pathId: string | undefined,
    headerId: string | undefined,
  ): Promise<RequestOrganization | undefined> {
    if (isForAnyone(endpoint) || endpoint.withoutOrganization) return undefined;
    const { identityDb, findOrganization } = this.#dependencies;
    return resolveOrganization(endpoint, pathId, headerId, caller, identityDb, findOrganization);
  }
}

/** Returns whether a call treats all callers alike. A public call about an organization checks it for a session. */
function isForAnyone(endpoint: Endpoint): boolean {
  return isPublic(endpoint) && endpoint.organizationFrom === undefined;
}

function ticketOf(query: unknown): string | undefined {
  const { ticket } = query as { ticket?: unknown };
  return typeof ticket === "string" ? ticket : undefined;
}

/** Checks access. A list across organizations is allowed if the caller has access in at least one of them. */
function passes(
  endpoint: Endpoint,
  alternatives: readonly AccessAlternative[],
  caller: Caller,
  organization: RequestOrganization | undefined,
): boolean {
  if (endpoint.access.scope !== "own" || endpoint.organizationFrom !== undefined || organization) {
    return isAdmitted(alternatives, principalOf(caller, organization));
  }
  return (
    isAdmitted(alternatives, principalOf(caller, undefined)) ||
    caller.memberships.some((membership) => isAdmitted(alternatives, principalOf(caller, membership)))
  );
}

function assertDemoIsLocal(caller: Caller, isForwarded: boolean): void {
  if (caller.isDemo && isForwarded) throw new ProblemError("DEMO_LOCAL_ONLY");
}

function assertNotRestricted(caller: Caller, endpoint: Endpoint): void {
  const allowsRestricted = endpoint.allowsRestricted;
  if (caller.restriction === null || allowsRestricted === true || allowsRestricted === caller.restriction)
    return;
  throw new ProblemError(
    caller.restriction === "password_change" ? "PASSWORD_CHANGE_REQUIRED" : "TWO_FACTOR_SETUP_REQUIRED",
  );
}
