import { allEndpoints } from "@praxisportal/contract/endpoints";
import type { FastifyInstance } from "fastify";
import type { Config } from "./platform/config/config.ts";
import type { IdentityDb } from "./platform/db/handles.ts";
import { registerDocumentation } from "./platform/http/openapi/documentation.routes.ts";
import { releaseMemoryWhenIdle } from "./platform/http/idle-memory.ts";
import { registerOperations } from "./platform/http/operations.routes.ts";
import { refuseCalls } from "./platform/http/refuse-calls.ts";
import { createMetrics, observeRequests } from "./platform/http/request-log.ts";
import { createServer } from "./platform/http/server.ts";
import { unknownPathAnswers } from "./platform/http/unknown-path.ts";
import { serveWebApp } from "./platform/http/pages/web-app.ts";

type ServerOptions = Parameters<typeof createServer>[0] & { config: Pick<Config, "maintenance"> };

/** Creates the HTTP server, without calls, and observes its requests. */
export function openServer(options: ServerOptions) {
  const server = createServer(options);
  const unknownPath = unknownPathAnswers(server);
  const metrics = createMetrics();
  observeRequests(server, options.log, metrics);
  refuseCalls(server, options.config);
  releaseMemoryWhenIdle(server);
  return { server, metrics, unknownPath };
}

type Operations = Omit<ReturnType<typeof openServer>, "server"> & {
  server: FastifyInstance;
  config: Config;
  db: IdentityDb;
};

/** Registers what belongs to no feature: documentation, health and metrics, and the web app. */
export async function serveOperations({
  server,
  config,
  metrics,
  unknownPath,
  db,
}: Operations): Promise<void> {
  registerDocumentation(server, allEndpoints);
  registerOperations(server, {
    config,
    metrics,
    pingDatabase: async () => {
      await db.call("ping", "select 1", []);
    },
  });
  await serveWebApp(server, config, unknownPath);
}
