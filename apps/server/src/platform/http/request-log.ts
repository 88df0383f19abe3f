import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { unnamedStatements } from "../db/builder.ts";

/** Metrics for `/metrics`. */
export type Metrics = {
  registry: Registry;
  requests: Histogram;
  counter(name: string, help: string): Counter;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "praxisportal_" });
  const requests = new Histogram({
    name: "praxisportal_http_request_seconds",
    help: "Duration of HTTP requests in seconds by route pattern",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  });
  const unnamed = new Counter({
    name: "praxisportal_unnamed_statements_total",
    help: "Database statements that were parsed and planned anew, because their text is used rarely",
    registers: [registry],
    collect() {
      unnamed.reset();
      unnamed.inc(unnamedStatements());
    },
  });
  return {
    registry,
    requests,
    counter: (name, help) => new Counter({ name, help, registers: [registry] }),
  };
}

/** Returns the route pattern. A path that matches no route is not logged, because it may contain anything. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? "unknown";
}

type RequestActor = { personId: string; sessionId: string };

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, for log lines of refused requests; null until known. */
    asking: RequestActor | null;
  }
}

/**
 * Writes one log line and one measurement per request: route pattern instead of path, no query, headers or body. A 403
 * also has the ids of person and session.
 */
export function observeRequests(app: FastifyInstance, log: Logger, metrics: Metrics): void {
  app.decorateRequest("asking", null);
  const isQuiet = !log.isLevelEnabled("info");
  app.addHook("onResponse", (request, reply, done) => {
    const route = routeOf(request);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, ms / 1000);
    if (!isQuiet && route !== "unknown") {
      log.info(
        {
          requestId: request.id,
          method: request.method,
          route,
          status: reply.statusCode,
          ms,
          ...(reply.statusCode === 403 && request.asking),
        },
        "request",
      );
    }
    done();
  });
}
