import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Metrics } from "../metrics/metrics.ts";

/** Returns the route pattern. A path that matches no route is not logged, because it may contain any text. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? "unknown";
}

type RequestActor = { personId: string; sessionId: string };

declare module "fastify" {
  interface FastifyRequest {
    /** Caller, for log lines of refused requests, or null until it is known. */
    actor: RequestActor | null;
  }
}

/**
 * Writes one log line and one measurement per request. They have the route pattern instead of the path, and no query,
 * headers or body. A 403 also has the ids of person and session.
 */
export function observeRequests(app: FastifyInstance, log: Logger, metrics: Metrics): void {
  app.decorateRequest("actor", null);
  const isQuiet = !log.isLevelEnabled("info");
  app.addHook("onResponse", (request, reply, done) => {
    const route = routeOf(request);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    metrics.observeRequest({
      method: request.method,
      route,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    if (!isQuiet && route !== "unknown") {
      log.info(
        {
          requestId: request.id,
          method: request.method,
          route,
          status: reply.statusCode,
          ms,
          ...(request.span && { traceId: request.span.traceId }),
          ...(reply.statusCode === 403 && request.actor),
        },
        "request",
      );
    }
    done();
  });
}
