import type { FastifyInstance } from "fastify";
import { ProblemError } from "./problem.ts";

/**
 * Records the routes as patterns and returns a function that creates the error for an unknown path. The error is 405
 * with Allow if another method exists, otherwise 404. This must be called before the routes are added.
 */
export function unknownPathErrors(app: FastifyInstance): (method: string, url: string) => ProblemError {
  const routes: { method: string; pattern: RegExp }[] = [];
  app.addHook("onRoute", (route) => {
    const pattern = new RegExp(`^${route.url.replace(/:\w+/g, "[^/]+")}$`);
    for (const method of [route.method].flat()) if (method !== "HEAD") routes.push({ method, pattern });
  });
  return (method, url) => {
    const path = url.split("?", 1)[0] ?? "/";
    const matches = routes.filter((route) => route.method !== method && route.pattern.test(path));
    if (matches.length === 0) return new ProblemError("NOT_FOUND");
    return new ProblemError("METHOD_NOT_ALLOWED", {
      headers: { allow: matches.map((route) => route.method).join(", ") },
    });
  };
}
