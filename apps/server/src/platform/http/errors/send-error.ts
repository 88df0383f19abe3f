import type { Problem } from "@praxisportal/contract/errors";
import { negotiateLanguage } from "@praxisportal/contract/languages";
import type { FastifyReply } from "fastify";
import type { Logger } from "pino";
import { problemBody } from "../problem.ts";
import { toProblem } from "./to-problem.ts";

/** Error in the format that clients of another API expect. */
export type OtherError = { body: object; headers: Readonly<Record<string, string>> };

/** Settings for logging and writing errors. */
export type ErrorFormat = {
  log: Logger;
  /** Headers of every response. */
  headers: Readonly<Record<string, string>>;
  /** Returns the error in another format for a path, or undefined for a problem document. */
  otherErrors?: ((path: string, problem: Problem) => OtherError | undefined) | undefined;
};

type FailedRequest = { id: string; url: string; headers: Record<string, unknown>; method?: string };

/** Sends an error as a problem in the language of the request, and logs the cause of an unexpected one. */
export async function sendError(
  { log, headers, otherErrors }: ErrorFormat,
  error: unknown,
  request: FailedRequest,
  reply: FastifyReply,
): Promise<void> {
  const problem = toProblem(error);
  if (problem.options.cause !== undefined) {
    log.error({ requestId: request.id, err: loggable(problem.options.cause) }, "request failed");
  }
  const language = negotiateLanguage(request.headers["accept-language"] as string | undefined);
  const path = request.url.split("?", 1)[0] ?? "/";
  const body = problemBody(problem, language, request.id, path);
  if (problem.options.retryAfterSeconds !== undefined)
    reply.header("retry-after", problem.options.retryAfterSeconds);
  if (problem.options.headers) reply.headers(problem.options.headers);
  const otherError = otherErrors?.(path, body);
  await reply
    .headers({ ...headers, ...otherError?.headers })
    .header("x-request-id", request.id)
    .header("cache-control", "no-store")
    .header("content-language", language)
    .code(body.status)
    .type(`application/${otherError === undefined ? "problem+json" : "json"}; charset=utf-8`)
    .send(otherError?.body ?? body);
}

/** Returns the loggable fields of an error, without those that may contain personal data (`detail`, `where`). */
function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack } = error;
  return { type: name, message, stack, ...("code" in error ? { code: error.code } : {}) };
}
