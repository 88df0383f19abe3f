import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "./problem.ts";

/**
 * Answers 408 and closes the connection when the body of a request does not arrive within `bodyMs`. Node.js has one time
 * limit for all requests, which has to leave room for the longest upload. A form that its call is reading is left to the
 * limits of {@link Upload}; one that was refused before its call began is not.
 */
export function refuseSlowBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (hasBody(request.raw)) whenLate(request.raw, bodyMs, () => refuse(request, reply));
    done();
  });
}

/** Ends the connection when the rest of a body whose request was refused does not arrive in time. */
export function cutSlowBody({ raw }: Pick<FastifyRequest, "raw">, bodyMs: number): void {
  if (hasBody(raw)) whenLate(raw, bodyMs, () => raw.socket.destroy());
}

function refuse(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) request.raw.socket.destroy();
  else if (!isReadByCall(request))
    void reply.header("connection", "close").send(new ProblemError("REQUEST_TOO_SLOW"));
}

function whenLate(raw: IncomingMessage, bodyMs: number, act: () => void): void {
  const timer = setTimeout(() => {
    if (!raw.complete) act();
  }, bodyMs);
  const stop = () => clearTimeout(timer);
  raw.once("end", stop).once("close", stop);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function isReadByCall({ headers, routeOptions }: FastifyRequest): boolean {
  const isForm = /^multipart\/form-data(?:;|$)/i.test(headers["content-type"] ?? "");
  return isForm && routeOptions.config?.takesForm === true;
}
