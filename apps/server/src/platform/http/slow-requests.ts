import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "./problem.ts";

/**
 * Responds with 408 and closes the connection if the body of a request does not arrive within `bodyMs`. The request
 * timeout of Node.js applies to all requests, so it has to allow the longest upload. A form that its call is reading is
 * subject to the limits of {@link Upload} instead.
 */
export function rejectSlowBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (hasBody(request.raw)) whenLate(request.raw, bodyMs, () => reject(request, reply));
    done();
  });
}

/** Closes the connection if the remaining body of a refused request does not arrive in time. */
export function cutSlowBody({ raw }: Pick<FastifyRequest, "raw">, bodyMs: number): void {
  if (hasBody(raw)) whenLate(raw, bodyMs, () => raw.socket.destroy());
}

function reject(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) request.raw.socket.destroy();
  else if (!isReadByCall(request))
    void reply.header("connection", "close").send(new ProblemError("REQUEST_TIMEOUT"));
}

function whenLate(raw: IncomingMessage, bodyMs: number, act: () => void): void {
  const timer = setTimeout(() => {
    if (!raw.complete) act();
  }, bodyMs);
  const stop = () => clearTimeout(timer);
  raw.once("end", stop).once("close", stop);
}

/** Returns whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function isReadByCall({ headers, routeOptions }: FastifyRequest): boolean {
  const isForm = /^multipart\/form-data(?:;|$)/i.test(headers["content-type"] ?? "");
  return isForm && routeOptions.config?.form === "upload";
}
