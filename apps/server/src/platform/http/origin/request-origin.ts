import { createHash } from "node:crypto";
import { uuidSchema } from "@praxisportal/contract/identifiers";
import { negotiateLanguage } from "@praxisportal/contract/languages";
import type { FastifyRequest } from "fastify";
import type { RequestOrigin } from "../../request-context/request-context.ts";
import { type DeviceCookie, readCookie } from "./cookies.ts";
import { isForwarded } from "./forwarded.ts";
import { ProblemError } from "../problem.ts";

const userAgentMax = 300;

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}

/** Reads the origin of a request. None of these values may be used for authorization. */
export function readOrigin(request: FastifyRequest, cookie: DeviceCookie, route: string): RequestOrigin {
  const userAgent = header(request, "user-agent")?.slice(0, userAgentMax) ?? null;
  const fingerprint = header(request, "x-device-fingerprint");
  const bulkOperationId = bulkOperationOf(request);
  // The address is read once, because the getter evaluates the proxy headers on every access.
  const address = request.ip;
  return {
    requestId: request.id,
    language: negotiateLanguage(header(request, "accept-language")),
    address,
    userAgent,
    isBrowser: header(request, "origin") !== undefined || header(request, "sec-fetch-site") !== undefined,
    isForwarded: isForwarded(request.raw),
    deviceSecret: readCookie(request.headers.cookie, cookie.name),
    audit: {
      id: request.id,
      route,
      method: request.method,
      address,
      userAgent,
      fingerprintHash:
        fingerprint === undefined
          ? null
          : createHash("sha256").update(fingerprint).digest("hex").slice(0, 16),
      sessionId: null,
      ...(bulkOperationId !== undefined && { bulkOperationId }),
    },
  };
}

function bulkOperationOf(request: FastifyRequest): string | undefined {
  const bulkHeader = header(request, "x-bulk-operation");
  // Most requests have no such header, and parsing costs more than all other values.
  return bulkHeader === undefined ? undefined : uuidSchema.safeParse(bulkHeader).data;
}

/**
 * Throws for a state-changing request that a browser sent from another site. The cookie is SameSite=Strict and useless
 * without the bearer token. This is an additional layer that also covers calls without a session.
 */
export function assertSameSite(request: FastifyRequest, origins: ReadonlySet<string>): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = header(request, "origin");
  if (origin !== undefined && !origins.has(origin)) throw new ProblemError("CROSS_SITE_REQUEST");
  const site = header(request, "sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none")
    throw new ProblemError("CROSS_SITE_REQUEST");
}

/**
 * Throws for a GET with side effects that does not come from the portal. Unlike {@link assertSameSite}, it also rejects
 * a link on another site and a typed address. A call authenticated only by the cookie needs one of the two headers,
 * because without them the requesting page is unknown. A foreign page cannot add a bearer token.
 */
export function assertOwnGet(
  request: FastifyRequest,
  origins: ReadonlySet<string>,
  isByCookie: boolean,
): void {
  const origin = header(request, "origin");
  const site = header(request, "sec-fetch-site");
  const isForeign =
    (origin !== undefined && !origins.has(origin)) || (site !== undefined && site !== "same-origin");
  const isUnknown = origin === undefined && site === undefined;
  if (isForeign || (isUnknown && isByCookie)) {
    throw new ProblemError("CROSS_SITE_REQUEST");
  }
}
