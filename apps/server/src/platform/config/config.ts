import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createSecureContext } from "node:tls";
import {
  ipAddressMaxConnectionCount,
  aiCallsPerPerson,
  aiCallsPerOrganization,
  featureDefaults,
  selfServiceChangesPerHour,
  personMaxSocketCount,
  organizationMaxSocketCount,
  requestTimeoutMs,
} from "@praxisportal/contract/limits";

/** An invalid setting. The message is one line that names the variable, and the server does not start. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}`);
    this.name = "ConfigError";
  }
}

export type DatabaseUrls = { app: string; platform: string; owner?: string };

/** The configuration from the environment, validated once at start. */
export type Config = {
  port: number;
  /** Addresses to listen on. */
  hosts: readonly string[];
  /** The only origin used in links and cookies. */
  publicUrl: URL;
  /** Origins treated as our own: the public one and, on loopback, its other spellings. */
  origins: ReadonlySet<string>;
  tls: { cert: string; key: string } | undefined;
  /** Limits for clients: request time-out in ms and concurrent connections; 0 connections means no limit. */
  limits: {
    requestMs: number;
    connectionsPerAddress: number;
    socketsPerPerson: number;
    socketsPerPractice: number;
  };
  /** Number of trusted proxies whose forwarding headers are used. */
  trustedProxies: number;
  dataDir: string;
  /** undefined means the embedded database. */
  databaseUrls: DatabaseUrls | undefined;
  masterKey: Buffer | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  demo: boolean;
  /** Whether /debug-auth shows a browser the details of its own session. */
  debugAuth: boolean;
  features: { twoFactor: boolean; legacy: boolean; websocket: boolean };
  analyticsUrl: string | undefined;
  /** The operator's pages about themselves and about privacy; the application links to them. */
  imprintUrl: string | undefined;
  privacyUrl: string | undefined;
  /** Targets that the portal may call besides public https addresses. */
  outgoing: { allowedOrigins: ReadonlySet<string>; allowsLoopback: boolean };
  /** Maximum number of concurrent AI calls per person and per practice. */
  aiCalls: { perPerson: number; perPractice: number };
  /** Calls per hour and person for each operation that leaves permanent rows. */
  ownChangesPerHour: number;
  logLevel: string;
  /** Who may read /metrics: no client, only this machine, or every client. */
  metrics: "off" | "loopback" | "on";
};

type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

/**
 * Reads the configuration. Throws {@link ConfigError} for the first invalid value.
 *
 * @param env the environment; an empty value counts as unset
 */
export function readConfig(env: Environment): Config {
  const get = (name: string) => env[name]?.trim() || undefined;
  const port = portOf(get("PORT"));
  const host = get("HOST");
  const databaseUrls = databaseUrlsOf(get);
  const tls = tlsOf(get);
  const publicUrl = publicUrlOf(get("PUBLIC_URL"), port, tls !== undefined);
  const loopbackHost = host === undefined || isLoopback(host);
  const demoAllowed =
    databaseUrls === undefined &&
    loopbackHost &&
    isLoopback(publicUrl.hostname) &&
    get("NODE_ENV") !== "production";
  const demo = switchOf("DEMO", get("DEMO"), demoAllowed);
  if (demo && !demoAllowed) {
    throw new ConfigError(
      "DEMO",
      "the demonstration runs only with the embedded database, on a loopback HOST and PUBLIC_URL, and not with NODE_ENV=production",
    );
  }
  return {
    port,
    hosts: host === undefined ? ["127.0.0.1", "::1"] : [host],
    publicUrl,
    origins: originsOf(publicUrl),
    tls,
    trustedProxies: numberOf("TRUST_PROXY", get("TRUST_PROXY"), 0, 10),
    limits: limitsOf(get),
    dataDir: resolve(get("DATA_DIR") ?? "data"),
    databaseUrls,
    masterKey: masterKeyOf(get("MASTER_KEY"), databaseUrls !== undefined),
    smtpUrl: smtpUrlOf(get("SMTP_URL")),
    mailFrom: get("MAIL_FROM") ?? "Praxisportal <no-reply@localhost>",
    demo,
    // Off by default in production, so that clients learn nothing they do not need.
    debugAuth: switchOf(
      "DEBUG_AUTH",
      get("DEBUG_AUTH"),
      get("NODE_ENV") !== "production" || databaseUrls === undefined,
    ),
    features: {
      twoFactor: switchOf("FEATURE_TWO_FACTOR", get("FEATURE_TWO_FACTOR"), featureDefaults.twoFactor),
      legacy: switchOf("FEATURE_LEGACY", get("FEATURE_LEGACY"), featureDefaults.legacy),
      websocket: switchOf("FEATURE_WEBSOCKET", get("FEATURE_WEBSOCKET"), featureDefaults.websocket),
    },
    analyticsUrl: pageUrlOf("ANALYTICS_URL", get("ANALYTICS_URL")),
    imprintUrl: pageUrlOf("IMPRINT_URL", get("IMPRINT_URL")),
    privacyUrl: pageUrlOf("PRIVACY_URL", get("PRIVACY_URL")),
    outgoing: {
      allowedOrigins: allowedOriginsOf(get("OUTGOING_ALLOWED_ORIGINS")),
      allowsLoopback: switchOf("AI_ALLOW_LOOPBACK", get("AI_ALLOW_LOOPBACK"), false),
    },
    aiCalls: {
      perPerson: numberOf("AI_CALLS_PER_PERSON", get("AI_CALLS_PER_PERSON"), aiCallsPerPerson, 10_000),
      perPractice: numberOf(
        "AI_CALLS_PER_ORGANIZATION",
        get("AI_CALLS_PER_ORGANIZATION"),
        aiCallsPerOrganization,
        10_000,
      ),
    },
    ownChangesPerHour: numberOf(
      "OWN_CHANGES_PER_HOUR",
      get("OWN_CHANGES_PER_HOUR"),
      selfServiceChangesPerHour,
      10_000_000,
    ),
    logLevel: choiceOf("LOG_LEVEL", get("LOG_LEVEL") ?? "info", logLevels),
    metrics: choiceOf("METRICS", get("METRICS") ?? "loopback", ["off", "loopback", "on"] as const),
  };
}

function limitsOf(get: (name: string) => string | undefined): Config["limits"] {
  const seconds = numberOf("REQUEST_TIMEOUT", get("REQUEST_TIMEOUT"), requestTimeoutMs / 1000, 600);
  if (seconds === 0) throw new ConfigError("REQUEST_TIMEOUT", "must be at least 1 second");
  const countOf = (name: string, fallback: number) => numberOf(name, get(name), fallback, 1_000_000);
  return {
    requestMs: seconds * 1000,
    connectionsPerAddress: countOf("MAX_CONNECTIONS_PER_ADDRESS", ipAddressMaxConnectionCount),
    socketsPerPerson: countOf("MAX_SOCKETS_PER_PERSON", personMaxSocketCount),
    socketsPerPractice: countOf("MAX_SOCKETS_PER_ORGANIZATION", organizationMaxSocketCount),
  };
}

/** Returns whether a host name or address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return bare === "localhost" || bare === "::1" || /^127(\.\d{1,3}){3}$/.test(bare);
}

function portOf(value: string | undefined): number {
  return numberOf("PORT", value, 8080, 65_535);
}

function numberOf(name: string, value: string | undefined, fallback: number, max: number): number {
  if (value === undefined || (name === "TRUST_PROXY" && value === "none")) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > max) {
    throw new ConfigError(name, `"${value}" is not a whole number from 0 to ${max}`);
  }
  return number;
}

function switchOf(name: string, value: string | undefined, fallback: boolean): boolean {
  if (value === undefined) return fallback;
  if (["1", "on", "true", "yes"].includes(value.toLowerCase())) return true;
  if (["0", "off", "false", "no"].includes(value.toLowerCase())) return false;
  throw new ConfigError(name, `"${value}" is neither on nor off`);
}

function choiceOf<const Choice extends string>(
  name: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw new ConfigError(name, `"${value}" is not one of ${choices.join(", ")}`);
  return choice;
}

/** The error omits the value because it may contain a password. */
function urlOf(name: string, value: string | undefined): URL | undefined {
  if (value === undefined) return undefined;
  if (!URL.canParse(value)) throw new ConfigError(name, "is not an address");
  return new URL(value);
}

function pageUrlOf(name: string, value: string | undefined): string | undefined {
  const url = urlOf(name, value);
  if (url && !["https:", "http:"].includes(url.protocol)) {
    throw new ConfigError(name, "must begin with https://");
  }
  return url?.href;
}

/**
 * Parses a comma-separated list of origins. Rejects URLs with a path, which would look more restrictive than they are.
 */
function allowedOriginsOf(value: string | undefined): ReadonlySet<string> {
  const name = "OUTGOING_ALLOWED_ORIGINS";
  const origins = (value ?? "").split(",").flatMap((each) => {
    const url = urlOf(name, each.trim() || undefined);
    if (url === undefined) return [];
    if (url.protocol !== "https:" && url.protocol !== "http:") {
      throw new ConfigError(name, "each must begin with http:// or https://");
    }
    if (url.href !== `${url.origin}/` || url.hostname.includes("*"))
      throw new ConfigError(name, "each must be an origin without path or user");
    return [url.origin];
  });
  return new Set(origins);
}

function publicUrlOf(value: string | undefined, port: number, isTls: boolean): URL {
  const url = urlOf("PUBLIC_URL", value) ?? new URL(`${isTls ? "https" : "http"}://localhost:${port}`);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new ConfigError("PUBLIC_URL", "must begin with https://");
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new ConfigError("PUBLIC_URL", `${url.origin} must be https, because it is not a loopback address`);
  }
  if (url.protocol === "http:" && isTls) {
    throw new ConfigError("PUBLIC_URL", `${url.origin} must be https, because TLS_CERT_FILE is set`);
  }
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "") {
    throw new ConfigError("PUBLIC_URL", "must be an origin without path, query or user");
  }
  return url;
}

function originsOf(publicUrl: URL): ReadonlySet<string> {
  const origins = new Set([publicUrl.origin]);
  if (isLoopback(publicUrl.hostname)) {
    const port = publicUrl.port === "" ? "" : `:${publicUrl.port}`;
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      origins.add(new URL(`${publicUrl.protocol}//${host}${port}`).origin);
    }
  }
  return origins;
}

function databaseUrlsOf(get: (name: string) => string | undefined): DatabaseUrls | undefined {
  const names = ["DATABASE_URL", "DATABASE_PLATFORM_URL", "DATABASE_OWNER_URL"] as const;
  const [app, platform, owner] = names.map((name) => {
    const url = urlOf(name, get(name));
    if (url && !["postgres:", "postgresql:"].includes(url.protocol)) {
      throw new ConfigError(name, "must begin with postgres://");
    }
    return url?.href;
  });
  if (app === undefined && platform === undefined && owner === undefined) return undefined;
  if (app === undefined)
    throw new ConfigError("DATABASE_URL", "is missing while another DATABASE_…_URL is set");
  if (platform === undefined) {
    throw new ConfigError("DATABASE_PLATFORM_URL", "is missing; `npm run db:setup` prints the lines to set");
  }
  return owner === undefined ? { app, platform } : { app, platform, owner };
}

function masterKeyOf(value: string | undefined, required: boolean): Buffer | undefined {
  if (value === undefined) {
    if (required)
      throw new ConfigError("MASTER_KEY", "is required with DATABASE_URL: 32 random bytes as base64");
    return undefined;
  }
  const key = Buffer.from(value, "base64");
  if (key.length !== 32)
    throw new ConfigError("MASTER_KEY", "must be 32 bytes as base64 (openssl rand -base64 32)");
  return key;
}

function smtpUrlOf(value: string | undefined): string | undefined {
  const url = urlOf("SMTP_URL", value);
  if (url && !["smtp:", "smtps:"].includes(url.protocol)) {
    throw new ConfigError("SMTP_URL", "must begin with smtp:// or smtps://");
  }
  return url?.href;
}

function tlsOf(get: (name: string) => string | undefined): Config["tls"] {
  const [cert, key] = ["TLS_CERT_FILE", "TLS_KEY_FILE"].map((name) => {
    const file = get(name);
    return file === undefined ? undefined : readSetFile(name, file);
  });
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined) throw new ConfigError("TLS_CERT_FILE", "is missing while TLS_KEY_FILE is set");
  if (key === undefined) throw new ConfigError("TLS_KEY_FILE", "is missing while TLS_CERT_FILE is set");
  for (const [name, parts] of [
    ["TLS_CERT_FILE", { cert }],
    ["TLS_KEY_FILE", { key }],
    ["TLS_KEY_FILE", { cert, key }],
  ] as const) {
    try {
      createSecureContext(parts);
    } catch {
      throw new ConfigError(
        name,
        "cert" in parts && "key" in parts ? "does not belong to TLS_CERT_FILE" : "is not in PEM form",
      );
    }
  }
  return { cert, key };
}

function readSetFile(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      name,
      code === "ENOENT" ? `there is no file ${file}` : `${file} cannot be read (${code})`,
    );
  }
}
