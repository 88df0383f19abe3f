import type { Endpoint } from "@praxisportal/contract/endpoint";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./openapi.ts";
import { referencePage } from "./reference-page.ts";
import { referenceStyle } from "./reference-style.ts";

const apiVersion = "1";

/**
 * The description of every call: for programs at `/api/openapi.json`, for people at `/api/docs` (no script, nothing
 * from elsewhere). Made from the same objects that the routes are made from, when somebody first asks: few do, and
 * it takes as long as a tenth of the start.
 */
export function registerDocumentation(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const json = once(() => JSON.stringify(openApiDocument(endpoints, apiVersion)));
  const page = once(() => referencePage(openApiDocument(endpoints, apiVersion)));
  app.get("/api/openapi.json", (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(json()),
  );
  app.get("/api/docs", (_request, reply) => reply.type("text/html; charset=utf-8").send(page()));
  app.get("/api/docs.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(referenceStyle));
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}
