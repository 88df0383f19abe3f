import { ConfigError } from "./platform/config/config.ts";
import { StartError } from "./platform/embedded-postgres/start-error.ts";

/** A reason not to start that the operator can act on; its message is one clear line. */
export class StartRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartRefusal";
  }
}

const listenProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program",
  EACCES: "may not be used by this user",
  EADDRNOTAVAIL: "is no address of this machine",
};

/** Turns a failed `listen` into the line that names the variable. */
export function listenRefusal(error: unknown, host: string, port: number): unknown {
  const { code } = error as { code?: string };
  const problem = listenProblems[code ?? ""];
  if (problem === undefined) return error;
  const variable = code === "EADDRNOTAVAIL" ? "HOST" : "PORT";
  return new StartRefusal(`${variable}: ${code === "EADDRNOTAVAIL" ? host : port} ${problem}.`, {
    cause: error,
  });
}

export function isStartRefusal(error: unknown): error is Error {
  return error instanceof StartRefusal || error instanceof ConfigError || error instanceof StartError;
}
