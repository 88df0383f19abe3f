import { pageVersion } from "@praxisportal/contract/page-version";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import { ProblemError } from "./problem.ts";
import { isCall } from "./server.ts";

const maintenanceRetrySeconds = 60;

/**
 * Refuses every call during maintenance, and calls of pages that are too old for this server. Health checks and the
 * page itself are always served.
 */
export function refuseCalls(app: FastifyInstance, { maintenance }: Pick<Config, "maintenance">): void {
  app.addHook("onRequest", async (request) => {
    if (!isCall(request)) return;
    if (maintenance) throw new ProblemError("MAINTENANCE", { retryAfterSeconds: maintenanceRetrySeconds });
    if (Number(request.headers["x-page-version"]) < pageVersion) throw new ProblemError("UPGRADE_REQUIRED");
  });
}
