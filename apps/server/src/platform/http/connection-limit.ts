import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { networkOf } from "./network-of.ts";

/** Refusals come in floods; one line of the log in this time says so. */
const logPauseMs = 60_000;

type Options = {
  /** Open connections of one network; 0: no limit. */
  max: number;
  log: Pick<Logger, "warn">;
};

/**
 * Closes new connections of a network that has as many as it may have. Not for a server behind a proxy: there all
 * connections come from the proxy, which has to bound those of its clients.
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
      log.warn({ max }, "a network address has too many connections, further ones are refused");
      return;
    }
    open.set(network, count);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
