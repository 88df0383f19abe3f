import { ConfigError } from "./platform/config/settings.ts";
import { MigrationError } from "./platform/db/migrate.ts";
import { StartError } from "./platform/embedded-postgres/start-error.ts";

/** Thrown if the portal cannot start for a reason that the operator can resolve. Its message is one line. */
export class StartRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartRefusal";
  }
}

const databaseProblems: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "the host is unknown",
  EAI_AGAIN: "the host is unknown",
  ETIMEDOUT: "the host does not respond",
  EHOSTUNREACH: "the host does not respond",
  ENETUNREACH: "the host does not respond",
  "28P01": "name or password is refused",
  "28000": "the server refuses this role",
  "3D000": "there is no such database",
  "42501": "the role may not do that",
  "53300": "the server has no free connection",
  "57P03": "the server is starting or stopping",
};

/** Converts a failed connection into an error that names the variable, without the URL, which contains a password. */
export function databaseRefusal(error: unknown, variable: string): unknown {
  const { code, message } = error as { code?: string; message?: string };
  const isTimeout = /timeout|Connection terminated/.test(message ?? "");
  const problem = databaseProblems[code ?? ""] ?? (isTimeout ? "the host does not respond" : undefined);
  if (problem === undefined) return error;
  return new StartRefusal(`${variable}: the database cannot be used, ${problem}.`, { cause: error });
}

export function isStartRefusal(error: unknown): error is Error {
  return [StartRefusal, ConfigError, StartError, MigrationError].some((kind) => error instanceof kind);
}
