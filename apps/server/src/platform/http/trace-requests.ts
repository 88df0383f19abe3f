import type { FastifyInstance } from "fastify";
import type { RequestSpan, Tracing } from "../tracing/tracing.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Span of the request, or null while tracing is off. */
    span: RequestSpan | null;
  }
}

/**
 * Traces the requests. Only a trusted proxy may set the trace that a request continues. Otherwise any client could add
 * spans to other clients' traces or force all of its requests to be recorded.
 */
export function traceRequests(
  app: FastifyInstance,
  tracing: Tracing | undefined,
  { trustedProxies }: { trustedProxies: number },
): void {
  app.decorateRequest("span", null);
  if (tracing === undefined) return;
  app.addHook("onRequest", (request, reply, done) => {
    const { traceparent } = request.headers;
    const isTrusted = trustedProxies > 0 && typeof traceparent === "string";
    const span = tracing.startRequest({
      method: request.method,
      parent: isTrusted ? traceparent : undefined,
    });
    request.span = span;
    // Unlike the end of the response, this event is also emitted if the client has disconnected.
    reply.raw.once("close", () =>
      span.end({
        route: request.routeOptions.url,
        status: reply.statusCode,
        isComplete: reply.raw.writableFinished,
      }),
    );
    span.run(done);
  });
  // Body parsing leaves the async context set by the hook above, so it is restored here.
  app.addHook("preValidation", (request, _reply, done) => {
    if (request.span === null) done();
    else request.span.run(done);
  });
}
