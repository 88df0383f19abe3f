import type { FastifyInstance } from "fastify";
import { isWithinJsonBounds } from "./json-bounds.ts";
import { ProblemError } from "./problem.ts";

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

/** Parses JSON bodies, the only kind that is parsed before the call is handled. An empty body counts as absent. */
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
