import { createServer } from "node:net";
import type { Config } from "./platform/config/config.ts";
import { StartRefusal } from "./start-refusal.ts";

/** Part of an HTTP server used here. */
type Listener = { listen(address: { host: string; port: number }): Promise<unknown> };

type Address = Pick<Config, "hosts" | "port">;

const listenProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program",
  EACCES: "may not be used by this user",
  EADDRNOTAVAIL: "is not an address of this machine",
  ENOTFOUND: "is not an address of this machine",
  EAI_AGAIN: "is not an address of this machine",
  EINVAL: "is not an address of this machine",
};

/** Converts a failed `listen` into an error that names the variable. */
function listenRefusal(error: unknown, host: string, port: number): unknown {
  const { code } = error as { code?: string };
  const problem = listenProblems[code ?? ""];
  if (problem === undefined) return error;
  const isPort = code === "EADDRINUSE" || code === "EACCES";
  return new StartRefusal(`${isPort ? "PORT" : "HOST"}: ${isPort ? port : host} ${problem}.`, {
    cause: error,
  });
}

/** Returns the host to listen on. "localhost" covers both loopback families if they exist. */
function hostOf({ hosts }: Address): string {
  return hosts.length > 1 ? "localhost" : (hosts[0] ?? "localhost");
}

/** Throws if the port is in use, so that no database is created needlessly. */
export async function assertPortFree(config: Address): Promise<void> {
  const host = hostOf(config);
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error) => reject(listenRefusal(error, host, config.port)));
    probe.listen(config.port, host, () => probe.close(() => resolve()));
  });
}

/** Starts listening. */
export async function listen(server: Listener, config: Address): Promise<void> {
  const host = hostOf(config);
  try {
    await server.listen({ host, port: config.port });
  } catch (error) {
    throw listenRefusal(error, host, config.port);
  }
}
