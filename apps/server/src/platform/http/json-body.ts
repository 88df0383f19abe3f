import type { FastifyInstance } from "fastify";
import { isWithinJsonBounds } from "./json-bounds.ts";
import { ProblemError } from "./problem.ts";

/**
 * Matches the literal or escaped keys by which a body could reach an object's prototype, and a leading byte order mark.
 * Nearly all bodies contain none of these and need not go through the safe parser, which scans a text three times.
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

/** Parses JSON bodies, which are the only bodies parsed before the call is handled. An empty body counts as absent. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    if (!isWithinJsonBounds(body as string)) return done(tooComplex());
    if (!mayPoison.test(body as string)) return parsePlainJson(body as string, done);
    void parseJson(request, body as string, (error, value) => {
      if (error) done(new ProblemError("MALFORMED_JSON"));
      else done(null, value);
    });
  });
}
