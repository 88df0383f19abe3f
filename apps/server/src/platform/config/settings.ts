import {
  aiCallsPerOrganization,
  aiCallsPerPerson,
  aiCallsPerProcessCount,
  callsPerOrganization,
  callsPerPerson,
  callsPerProcessCount,
  cloudSyncKeptCount,
  featureDefaults,
  ipAddressMaxConnectionCount,
  organizationMaxSocketCount,
  personMaxSocketCount,
  requestTimeoutMs,
  selfServiceChangesPerHour,
} from "@praxisportal/contract/limits";
import * as z from "zod/mini";
import { auditRetentionYears, databasePoolSize, usageRetentionYears } from "./operation-limits.ts";
import {
  address,
  cidr,
  databaseAddress,
  entriesOf,
  key32,
  network,
  onOrOff,
  oneOf,
  origin,
  share,
  wholeNumber,
} from "./setting-schemas.ts";

/** Thrown for an invalid setting, which prevents the start. The message is one line that names the variable. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}`);
    this.name = "ConfigError";
  }
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const text = z.optional(z.string());
const page = z.optional(address("https", "http"));
const database = z.optional(databaseAddress);
const count = (fallback: number) => wholeNumber(fallback, 1_000_000);
const feature = (fallback: boolean) => z._default(onOrOff, fallback);

/** Schema of each environment variable. `readConfig` checks the rules that involve several of them. */
const settingsSchema = z.object({
  NODE_ENV: text,
  PORT: wholeNumber(8080, 65_535),
  HOST: text,
  PUBLIC_URL: z.optional(origin),
  TLS_CERT_FILE: text,
  TLS_KEY_FILE: text,
  TRUST_PROXY: z.union([z.literal("none"), wholeNumber(0, 10)], {
    error: "must be none or a whole number from 0 to 10",
  }),
  REQUEST_TIMEOUT: wholeNumber(requestTimeoutMs / 1000, 600, 1),
  MAX_CONNECTIONS_PER_ADDRESS: count(ipAddressMaxConnectionCount),
  MAX_SOCKETS_PER_PERSON: count(personMaxSocketCount),
  MAX_SOCKETS_PER_ORGANIZATION: count(organizationMaxSocketCount),
  DATA_DIR: z._default(z.string(), "data"),
  DATABASE_URL: database,
  DATABASE_PLATFORM_URL: database,
  DATABASE_OWNER_URL: database,
  BUS_URL: text,
  DATABASE_REPORTS_URL: z.optional(address("postgres", "postgresql")),
  AUDIT_RETENTION_YEARS: wholeNumber(auditRetentionYears, 50, auditRetentionYears),
  USAGE_RETENTION_YEARS: wholeNumber(usageRetentionYears, 50, usageRetentionYears),
  DATABASE_POOL: wholeNumber(databasePoolSize, 500, 12),
  MASTER_KEY: z.optional(key32),
  MASTER_KEY_PREVIOUS: z.optional(key32),
  SMTP_URL: z.optional(address("smtp", "smtps")),
  MAIL_FROM: z._default(z.string(), "Praxisportal <no-reply@localhost>"),
  OPERATOR_NAME: z.optional(z.string()),
  LEGACY_URL: z.optional(origin),
  LEGACY_PRACTICE_CODE: text,
  LEGACY_PRACTICE_ID: text,
  LEGACY_FALLBACK_NETWORKS: z.optional(z.pipe(z.pipe(z.string(), z.transform(entriesOf)), z.array(cidr))),
  DEMO: z.optional(onOrOff),
  DEMO_HISTORY: z._default(onOrOff, true),
  DEBUG_AUTH: z.optional(onOrOff),
  MAINTENANCE: feature(false),
  FEATURE_TWO_FACTOR: feature(featureDefaults.twoFactor),
  FEATURE_LEGACY: feature(featureDefaults.legacy),
  FEATURE_WEBSOCKET: feature(featureDefaults.websocket),
  FEATURE_SERVICE_WORKER: feature(featureDefaults.serviceWorker),
  ANALYTICS_URL: page,
  IMPRINT_URL: page,
  PRIVACY_URL: page,
  OUTGOING_ALLOWED_ORIGINS: z.pipe(
    z._default(z.pipe(z.string(), z.transform(entriesOf)), []),
    z.array(origin),
  ),
  OUTGOING_ALLOW: z.pipe(
    z._default(z.pipe(z.string(), z.transform(entriesOf)), []),
    z.array(z.union([network, origin])),
  ),
  CLOUD_SYNC_URL: z.optional(address("https", "http", "file")),
  CLOUD_SYNC_KEEP: wholeNumber(cloudSyncKeptCount, 1_000, 1),
  CLOUD_SYNC_S3_REGION: z._default(z.string(), "us-east-1"),
  CLOUD_SYNC_S3_ACCESS_KEY_ID: text,
  CLOUD_SYNC_S3_SECRET_ACCESS_KEY: text,
  AI_ALLOW_LOOPBACK: z._default(onOrOff, false),
  AI_CALLS_PER_PERSON: wholeNumber(aiCallsPerPerson, 10_000),
  AI_CALLS_PER_ORGANIZATION: wholeNumber(aiCallsPerOrganization, 10_000),
  AI_CALLS_PER_PROCESS: wholeNumber(aiCallsPerProcessCount, 10_000),
  CALLS_PER_PERSON: wholeNumber(callsPerPerson, 10_000, 1),
  CALLS_PER_ORGANIZATION: wholeNumber(callsPerOrganization, 10_000, 1),
  CALLS_PER_PROCESS: wholeNumber(callsPerProcessCount, 10_000, 1),
  OWN_CHANGES_PER_HOUR: wholeNumber(selfServiceChangesPerHour, 10_000_000),
  LOG_LEVEL: oneOf(logLevels, "info"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(address("https", "http")),
  OTEL_EXPORTER_OTLP_HEADERS: text,
  OTEL_SERVICE_NAME: z._default(z.string(), "praxisportal"),
  OTEL_TRACES_SAMPLER_ARG: share(1),
  METRICS: oneOf(["off", "loopback", "on"], "loopback"),
});

export type Settings = z.output<typeof settingsSchema>;

/** Environment variables. An empty or blank value counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Parses the variables. Throws {@link ConfigError} for the first invalid one. */
export function parseSettings(env: Environment): Settings {
  const presentEntries = Object.keys(settingsSchema.def.shape).flatMap((name) => {
    const value = env[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  const { data, error } = settingsSchema.safeParse(Object.fromEntries(presentEntries));
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) throw new ConfigError(String(issue.path[0]), issue.message);
  return data as Settings;
}
