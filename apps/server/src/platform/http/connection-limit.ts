import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { networkOf } from "./origin/network-of.ts";

/** Interval between log lines about refused connections, which come in bursts. */
const logPauseMs = 60_000;

type Options = {
  /** Maximum number of open connections per network, 0 for no limit. */
  max: number;
  log: Pick<Logger, "warn">;
};

/**
 * Closes new connections of a network that has reached its limit. It must not be used behind a proxy, because then all
 * connections come from the proxy, which has to limit its own clients.
 */
export function limitConnections(server: Server, { max, log }: Options): void {
  if (max === 0) return;
  const open = new Map<string, number>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const count = (open.get(network) ?? 0) + 1;
    if (count > max) {
      socket.destroy();
      if (performance.now() - loggedAt < logPauseMs) return;
      loggedAt = performance.now();
      log.warn({ max }, "a network address has too many connections, so further ones are refused");
      return;
    }
    open.set(network, count);
    socket.once("close", () => {
      const remaining = (open.get(network) ?? 1) - 1;
      if (remaining === 0) open.delete(network);
      else open.set(network, remaining);
    });
  });
}
