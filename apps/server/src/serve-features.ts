import { allEndpoints } from "@praxisportal/contract/endpoints";
import type { FastifyInstance } from "fastify";
import type { Config } from "./platform/config/config.ts";
import type { Feature } from "./platform/feature.ts";
import { defaultPersonLimits } from "./platform/http/calls/person-rate.ts";
import type { DocumentedEvents } from "./platform/http/openapi/documented-events.ts";
import { registerDocumentation } from "./platform/http/openapi/documentation.routes.ts";
import { releaseMemoryWhenIdle } from "./platform/http/idle-memory.ts";
import { registerOperations } from "./platform/http/operations.routes.ts";
import { refuseCalls } from "./platform/http/refuse-calls.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import { observeRequests } from "./platform/http/request-log.ts";
import { createServer } from "./platform/http/server.ts";
import { Registrar, type RegistrarDependencies } from "./platform/http/registrar.ts";
import { traceRequests } from "./platform/http/trace-requests.ts";
import type { Tracing } from "./platform/tracing/tracing.ts";
import { unknownPathErrors } from "./platform/http/unknown-path.ts";
import { serveWebApp } from "./platform/http/pages/web-app.ts";

type Dependencies = Omit<RegistrarDependencies, "origins" | "personLimits" | "callLimits"> &
  Omit<Parameters<typeof createServer>[0], "config"> & {
    config: Config;
    metrics: Metrics;
    tracing: Tracing | undefined;
    documentedEvents: () => DocumentedEvents;
  };

/**
 * Creates the HTTP server with the calls of the features, the API documentation, health and metrics, and the web app.
 * Throws if a call has no handler.
 */
export async function serveFeatures(
  features: readonly Feature[],
  { config, log, metrics, tracing, otherErrors, documentedEvents, ...dependencies }: Dependencies,
): Promise<FastifyInstance> {
  const server = createServer({ config, log, ...(otherErrors && { otherErrors }) });
  const unknownPath = unknownPathErrors(server);
  traceRequests(server, tracing, config);
  observeRequests(server, log, metrics);
  refuseCalls(server, config);
  releaseMemoryWhenIdle(server);
  const registrar = new Registrar(server, {
    ...dependencies,
    log,
    origins: config.origins,
    callLimits: config.calls,
    personLimits: { ...defaultPersonLimits, changes: config.ownChangesPerHour },
  });
  for (const { registerRoutes, close } of features) {
    registerRoutes(registrar);
    if (close !== undefined) server.addHook("onClose", close);
  }
  registrar.assertComplete(allEndpoints);
  registerDocumentation(server, allEndpoints, documentedEvents);
  registerOperations(server, {
    config,
    metrics,
    pingDatabase: async () => {
      await dependencies.identityDb.call("ping", "select 1", []);
    },
  });
  await serveWebApp(server, config, unknownPath);
  return server;
}
