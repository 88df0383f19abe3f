import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { isLoopback } from "../config/public-address.ts";
import { isForwarded } from "./origin/forwarded.ts";
import { networkOf } from "./origin/network-of.ts";
import { ProblemError } from "./problem.ts";
import type { Metrics } from "../metrics/metrics.ts";

type Dependencies = {
  config: Pick<Config, "metrics">;
  metrics: Metrics;
  /** Throws if the database does not respond. */
  pingDatabase: () => Promise<void>;
};

/**
 * Registers the endpoints for load balancers and monitoring. `/healthz` means that the process is alive, and `/readyz`
 * that it can serve requests and the database responds. `/metrics` returns metrics, by default only for this machine.
 */
export function registerOperations(
  app: FastifyInstance,
  { config, metrics, pingDatabase }: Dependencies,
): void {
  app.get("/healthz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" };
  });

  app.get("/readyz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      await pingDatabase();
    } catch (error) {
      throw new ProblemError("DATABASE_UNAVAILABLE", { retryAfterSeconds: 2, cause: error });
    }
    return { status: "ready" };
  });

  app.get("/metrics", async (request, reply) => {
    const isOpen = config.metrics === "on" || (config.metrics === "loopback" && isOwnMachine(request));
    if (!isOpen) throw new ProblemError("NOT_FOUND");
    reply.header("cache-control", "no-store");
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/**
 * Returns whether a request comes from this machine. Forwarded requests do not count, because a local proxy connects on
 * behalf of remote clients.
 */
function isOwnMachine({ raw }: FastifyRequest): boolean {
  return !isForwarded(raw) && isLoopback(networkOf(raw.socket.remoteAddress ?? ""));
}
