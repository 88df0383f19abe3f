import type { Endpoint } from "@praxisportal/contract/endpoint";
import type { FastifyInstance } from "fastify";
import type { DocumentedEvents } from "./documented-events.ts";
import { openApiDocument } from "./openapi.ts";
import { referencePage } from "./reference-page.ts";
import { referenceStyle } from "./reference-style.ts";

const apiVersion = "1";

/**
 * Registers the API documentation for programs at `/api/openapi.json`, and for people at `/api/docs` without scripts
 * and external resources. It is generated from the endpoint objects that also register the routes. This happens on the
 * first request, because it takes as long as a tenth of the start and the documentation is rarely requested.
 */
export function registerDocumentation(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  eventsOf: () => DocumentedEvents,
): void {
  const json = once(() => JSON.stringify(openApiDocument(endpoints, apiVersion, eventsOf().events)));
  const page = once(() => referencePage(openApiDocument(endpoints, apiVersion), eventsOf()));
  app.get("/api/openapi.json", (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(json()),
  );
  app.get("/api/docs", (_request, reply) => reply.type("text/html; charset=utf-8").send(page()));
  app.get("/api/docs.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(referenceStyle));
}

function once(make: () => string): () => string {
  let cached: string | undefined;
  return () => (cached ??= make());
}
