import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { negotiateLanguage } from "@praxisportal/contract/languages";
import type { ErrorCode, Problem } from "@praxisportal/contract/errors";
import { publicBodyMaxBytes } from "@praxisportal/contract/limits";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyServerOptions } from "fastify";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { limitConnections } from "./connection-limit.ts";
import { isWithinJsonBounds } from "./json-bounds.ts";
import { repairedAddress } from "./malformed-address.ts";
import { ProblemError, problemBody } from "./problem.ts";
import { securityHeaders } from "./security-headers.ts";
import { cutSlowBody, rejectSlowBodies } from "./slow-requests.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the call accepts a form. */
    takesForm?: boolean;
  }
}

/** Backstop for a whole request. Longer than an upload may take, because uploads have stricter limits of their own. */
const wholeRequestMs = 660_000;
/** Maximum time for the headers, independent of the time allowed for a body. */
const headersMaxMs = 60_000;
/** Interval at which Node.js checks for timed-out connections. */
const lateCheckMs = 5_000;
const pathMax = 8_192;

/** Fastify's own errors, mapped to our catalogue. */
const fastifyCodes: Readonly<Record<string, ConstructorParameters<typeof ProblemError>[0]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "INVALID_HEADER",
  FST_ERR_CTP_EMPTY_JSON_BODY: "MALFORMED_JSON",
  FST_ERR_BAD_URL: "VALIDATION_FAILED",
  FST_ERR_MAX_PARAM_LENGTH: "URI_TOO_LONG",
  FST_ERR_ASYNC_CONSTRAINT: "NOT_FOUND",
  FST_ERR_CTP_INSTANCE_ALREADY_STARTED: "INTERNAL_ERROR",
};

type ServerOptions = {
  config: Pick<Config, "analyticsUrl" | "limits" | "publicUrl" | "tls" | "trustedProxies">;
  log: Logger;
  /** Errors in other formats, by path; undefined for a problem document. */
  otherErrors?: (path: string, problem: Problem) => OtherError | undefined;
};

/** An error in the format that clients of another API expect. */
export type OtherError = { body: object; headers: Readonly<Record<string, string>> };

/**
 * Upgrades websockets only. Many clients offer HTTP/2 with their first request on plain http; ignoring the offer
 * answers the request over HTTP/1.1.
 */
const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === "websocket";

/**
 * Closes unused connections on shutdown. Clients open connections in advance, and Node.js treats one without a request
 * as busy, so a stopping server would wait for its time-out.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("preClose", (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}

/**
 * Patterns that a body needs to reach an object's prototype, literally or escaped, and a leading byte order mark. The
 * safe parser scans a text three times, and nearly all bodies contain none of these.
 */
const mayPoison = /^\uFEFF|__proto__|constructor|\\u/;

function parsePlainJson(text: string, done: (error: Error | null, value?: unknown) => void): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return done(new ProblemError("MALFORMED_JSON"));
  }
  done(null, value);
}

function tooComplex(): ProblemError {
  return new ProblemError("VALIDATION_FAILED", {
    issues: [{ path: "", code: "invalidFormat", params: {} }],
  });
}

/** Creates the HTTP server: headers, request ids, errors, body parsing. Independent of all features. */
export function createServer({ config, log, otherErrors }: ServerOptions): FastifyInstance {
  const { requestMs } = config.limits;
  const options: FastifyServerOptions = {
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    // For unknown paths; each call has its own limit.
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
      else void send(toProblem(error), request, reply);
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, headers),
  };
  const headers = securityHeaders(config);
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
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    reply.header("x-request-id", request.id);
    if (isApi(request.url)) reply.header("cache-control", "no-store");
    if (request.url.length > pathMax) done(new ProblemError("URI_TOO_LONG"));
    else done();
  });

  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    if (!isWithinJsonBounds(body as string)) return done(tooComplex());
    if (!mayPoison.test(body as string)) return parsePlainJson(body as string, done);
    void parseJson(request, body as string, (error, value) => {
      if (error) done(new ProblemError("MALFORMED_JSON"));
      else done(null, value);
    });
  });

  // A form is not parsed here; its call reads it as a stream.
  app.addContentTypeParser("multipart/form-data", (request, _body, done) => {
    done(request.routeOptions.config.takesForm ? null : new ProblemError("UNSUPPORTED_MEDIA_TYPE"));
  });

  function toProblem(error: unknown): ProblemError {
    if (error instanceof ProblemError) return error;
    const code = fastifyCodes[(error as FastifyError).code];
    if (code) return new ProblemError(code);
    if (unstorableValueCodes.includes((error as { code?: string }).code ?? "")) {
      return new ProblemError("VALIDATION_FAILED", { cause: error });
    }
    if (isDatabaseDown(error))
      return new ProblemError("SERVICE_UNAVAILABLE", { cause: error, retryAfterSeconds: 5 });
    return new ProblemError("INTERNAL_ERROR", { cause: error });
  }

  async function send(
    problem: ProblemError,
    request: { id: string; url: string; headers: Record<string, unknown>; method?: string },
    reply: Parameters<Parameters<FastifyInstance["setErrorHandler"]>[0]>[2],
  ): Promise<void> {
    if (problem.options.cause !== undefined) {
      log.error({ requestId: request.id, err: loggable(problem.options.cause) }, "request failed");
    }
    const language = negotiateLanguage(request.headers["accept-language"] as string | undefined);
    const path = request.url.split("?", 1)[0] ?? "/";
    const body = problemBody(problem, language, request.id, path);
    if (problem.options.retryAfterSeconds !== undefined)
      reply.header("retry-after", problem.options.retryAfterSeconds);
    if (problem.options.headers) reply.headers(problem.options.headers);
    const other = otherErrors?.(path, body);
    await reply
      .headers({ ...headers, ...other?.headers })
      .header("x-request-id", request.id)
      .header("cache-control", "no-store")
      .header("content-language", language)
      .code(body.status)
      .type(`application/${other === undefined ? "problem+json" : "json"}; charset=utf-8`)
      .send(other?.body ?? body);
  }

  app.setErrorHandler((error, request, reply) => send(toProblem(error), request, reply));
  return app;
}

/**
 * Records the routes as patterns and returns a function that creates the error for an unknown path: 405 with Allow when
 * another method exists, otherwise 404. Call it before the routes are added.
 */
export function unknownPathAnswers(app: FastifyInstance): (method: string, url: string) => ProblemError {
  const routes: { method: string; pattern: RegExp }[] = [];
  app.addHook("onRoute", (route) => {
    const pattern = new RegExp(`^${route.url.replace(/:\w+/g, "[^/]+")}$`);
    for (const method of [route.method].flat()) if (method !== "HEAD") routes.push({ method, pattern });
  });
  return (method, url) => {
    const path = url.split("?", 1)[0] ?? "/";
    const allowed = routes.filter((route) => route.method !== method && route.pattern.test(path));
    if (allowed.length === 0) return new ProblemError("NOT_FOUND");
    return new ProblemError("METHOD_NOT_ALLOWED", {
      headers: { allow: allowed.map((route) => route.method).join(", ") },
    });
  };
}

export function isApi(url: string): boolean {
  return url.startsWith("/api/") || url === "/api";
}

/** Keeps Fastify from loading two schema compilers; the registrar validates with the contract instead. */
function noSchemas() {
  return () => {
    throw new Error("routes have no schemas for Fastify; the registrar validates");
  };
}

const requestIdPattern = /^[\w.:-]{1,100}$/;

/** Returns the client's request id when it has a safe format, otherwise a new one. */
function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === "string" && requestIdPattern.test(header) ? header : randomUUID();
}

/**
 * Error codes for values that pass a schema but that PostgreSQL cannot store, such as NUL in a text or a date outside
 * its range.
 */
const unstorableValueCodes = ["22021", "22P05", "22007", "22008", "22003"];

/** Returns the loggable fields of an error, without those that may contain personal data (`detail`, `where`). */
function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack } = error;
  return { type: name, message, stack, ...("code" in error ? { code: error.code } : {}) };
}

const databaseDownCodes = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "57P01",
  "57P02",
  "57P03",
  "08006",
  "08001",
  "53300",
];

function isDatabaseDown(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined && databaseDownCodes.includes(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|after calling end on the pool/.test(
    message ?? "",
  );
}

const clientErrors: Readonly<Record<string, readonly [ErrorCode, status: string]>> = {
  HPE_HEADER_OVERFLOW: ["HEADERS_TOO_LARGE", "431 Request Header Fields Too Large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["REQUEST_TIMEOUT", "408 Request Timeout"],
};

/**
 * Responds to requests that Node.js rejects before they reach Fastify: broken framing, headers too large or too late.
 */
function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return void socket.destroy();
  // An unused connection that was opened in advance; a response would be mistaken for that of the next request.
  if (socket.bytesRead === 0) return void socket.destroy();
  const [code, status] = clientErrors[error.code ?? ""] ?? (["INVALID_HEADER", "400 Bad Request"] as const);
  const requestId = randomUUID();
  const body = JSON.stringify(problemBody(new ProblemError(code), "de", requestId, "/"));
  const lines = Object.entries({
    ...headers,
    "content-type": "application/problem+json; charset=utf-8",
    "content-language": "de",
    "cache-control": "no-store",
    "content-length": String(Buffer.byteLength(body)),
    "x-request-id": requestId,
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`);
}
