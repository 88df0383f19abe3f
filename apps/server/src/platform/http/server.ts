import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { publicBodyMaxBytes } from "@praxisportal/contract/limits";
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from "fastify";
import type { Config } from "../config/config.ts";
import { lingerBeforeClosing } from "./lingering-close.ts";
import { limitConnections } from "./connection-limit.ts";
import { sendClientError } from "./errors/client-error.ts";
import { type ErrorFormat, sendError } from "./errors/send-error.ts";
import { parseForms } from "./form-body.ts";
import { parseJsonBodies } from "./json-body.ts";
import { repairedAddress } from "./malformed-address.ts";
import { ProblemError } from "./problem.ts";
import { securityHeaders } from "./security-headers.ts";
import { cutSlowBody, rejectSlowBodies } from "./slow-requests.ts";
import { closeUnusedConnections } from "./unused-connections.ts";

/** Maximum time for a complete request. It is longer than an upload may take, because uploads have stricter limits. */
const wholeRequestMs = 660_000;
/** Maximum time for the headers, independent of the time allowed for a body. */
const headersMaxMs = 60_000;
/** Interval at which Node.js checks for timed-out connections. */
const lateCheckMs = 5_000;
const pathMax = 8_192;

type ServerOptions = Pick<ErrorFormat, "log" | "otherErrors"> & {
  config: Pick<Config, "analyticsUrl" | "limits" | "publicUrl" | "tls" | "trustedProxies">;
};

/**
 * Upgrades only websockets. Many clients offer HTTP/2 with their first request on plain http. The offer is ignored, so
 * that the response is sent over HTTP/1.1.
 */
const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === "websocket";

/** Creates the HTTP server with headers, request ids, errors and body parsing, independent of all features. */
export function createServer({ config, log, otherErrors }: ServerOptions): FastifyInstance {
  const { requestMs } = config.limits;
  const headers = securityHeaders(config);
  const format = { log, headers, otherErrors };
  const options: FastifyServerOptions = {
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    // This is the limit for unknown paths. Each call has its own limit.
    bodyLimit: publicBodyMaxBytes,
    requestTimeout: Math.max(wholeRequestMs, requestMs),
    logger: false,
    genReqId: (request) => requestIdOf(request.headers["x-request-id"]),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    forceCloseConnections: "idle",
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (error, request, reply) => {
      cutSlowBody(request, requestMs);
      const isPage = request.method === "GET" && !isApi(request.url);
      if (isPage && error.code === "FST_ERR_BAD_URL")
        void reply.headers(headers).redirect(repairedAddress(request.url));
      else void sendError(format, error, request, reply);
    },
    clientErrorHandler: (error, socket) => sendClientError(error, socket, headers),
  };
  const http = {
    shouldUpgradeCallback,
    headersTimeout: Math.min(headersMaxMs, requestMs),
    connectionsCheckingInterval: Math.min(lateCheckMs, requestMs / 2),
  };
  // With TLS options the instance has a different type, but no difference that matters here.
  const app = Fastify(
    config.tls
      ? ({
          ...options,
          https: { ...http, ...config.tls, handshakeTimeout: requestMs },
        } as FastifyServerOptions)
      : { ...options, http },
  );

  closeUnusedConnections(app);
  if (config.trustedProxies === 0)
    limitConnections(app.server, { max: config.limits.connectionsPerAddress, log });
  rejectSlowBodies(app, requestMs);
  lingerBeforeClosing(app);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    reply.header("x-request-id", request.id);
    if (isCall(request)) reply.header("cache-control", "no-store");
    if (request.url.length > pathMax) done(new ProblemError("URI_TOO_LONG"));
    else done();
  });

  app.removeAllContentTypeParsers();
  parseJsonBodies(app);
  parseForms(app);

  app.setErrorHandler((error, request, reply) => sendError(format, error, request, reply));
  return app;
}

export function isApi(url: string): boolean {
  return url.startsWith("/api/") || url === "/api";
}

/** Returns whether a request belongs to the API, even if its path is spelled with escapes, such as `/%61pi/`. */
export function isCall({ routeOptions, url }: Pick<FastifyRequest, "routeOptions" | "url">): boolean {
  return isApi(routeOptions.url ?? url);
}

/** Keeps Fastify from loading two schema compilers, because the registrar validates with the contract instead. */
function noSchemas() {
  return () => {
    throw new Error("routes have no schemas for Fastify, because the registrar validates");
  };
}

const requestIdPattern = /^[\w.:-]{1,100}$/;

/** Returns the client's request id if it has a safe format, otherwise a new one. */
function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === "string" && requestIdPattern.test(header) ? header : randomUUID();
}
