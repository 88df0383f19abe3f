import { BlockList, isIPv6 } from "node:net";
import { resolve } from "node:path";
import { isLoopback, originsOf, publicUrlOf } from "./public-address.ts";
import { ConfigError, type Environment, parseSettings, type Settings } from "./settings.ts";
import { busOf, type BusSettings } from "./bus-settings.ts";
import { cloudSyncOf, type CloudSyncSettings } from "./cloud-sync-settings.ts";
import { tracingOf, type TracingSettings } from "./tracing-settings.ts";
import { readTlsFiles } from "./tls-files.ts";

/** The database URL of each role. `reports` names the host of the replica for reports, with any role. */
export type DatabaseUrls = { app: string; platform: string; owner?: string; reports?: string };

/** Legacy practice server, its practice, and the id of the practice there. */
export type LegacySettings = { url: URL; practiceCode: string; praxisId: string };

/** Configuration from the environment, validated once at start. */
export type Config = {
  port: number;
  /** Addresses to listen on. */
  hosts: readonly string[];
  /** Origin used in all links and cookies. */
  publicUrl: URL;
  /** Origins of the portal itself: the public one and, on loopback, its other spellings. */
  origins: ReadonlySet<string>;
  tls: { cert: string; key: string } | undefined;
  /** Limits for clients. `requestMs` is the request timeout. 0 connections means no limit. */
  limits: {
    requestMs: number;
    connectionsPerAddress: number;
    socketsPerPerson: number;
    socketsPerOrganization: number;
  };
  /** Number of trusted proxies whose forwarding headers are used. */
  trustedProxies: number;
  dataDir: string;
  /** Undefined for the embedded database. */
  databaseUrls: DatabaseUrls | undefined;
  /** Servers that carry hints between processes, or undefined if the database does. */
  bus: BusSettings | undefined;
  /** Maximum number of connections of this process to the primary. */
  databaseConnections: number;
  /** Years for which audit entries and usage events are kept. */
  retention: { auditYears: number; usageYears: number };
  masterKey: Buffer | undefined;
  /** The master key from before its last change. */
  previousMasterKey: Buffer | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  demo: boolean;
  /** Whether the demonstration gets an invented history after its first start. */
  demoHistory: boolean;
  /** Whether /debug-auth shows a browser the details of its own session. */
  debugAuth: boolean;
  /** Whether every call is refused with 503 while the operator works on the portal. */
  maintenance: boolean;
  features: { twoFactor: boolean; legacy: boolean; websocket: boolean; serviceWorker: boolean };
  analyticsUrl: string | undefined;
  /** Imprint and privacy policy of the operator, to which the application links. */
  imprintUrl: string | undefined;
  privacyUrl: string | undefined;
  /** Name of the company that runs the portal, for documents. */
  operatorName: string;
  /** Targets that AI calls may reach besides public https addresses. */
  outgoing: { allowedOrigins: ReadonlySet<string>; allowsLoopback: boolean };
  /** Targets that webhooks and cloud sync may reach besides public https addresses. */
  deliveryTargets: { allowedOrigins: ReadonlySet<string>; allowsLoopback: false; allowedNetworks: BlockList };
  cloudSync: CloudSyncSettings;
  /** Legacy practice server with its practice, or undefined if there is none. */
  legacy: LegacySettings | undefined;
  /** Networks that may use the fallback login. It is off if there are none. */
  legacyFallbackNetworks: BlockList;
  /** Maximum number of concurrent AI calls per person, per organization and in total. */
  aiCalls: { perPerson: number; perOrganization: number; perProcess: number };
  /** Maximum number of concurrent other calls per person, per organization and in total. */
  calls: { perPerson: number; perOrganization: number; perProcess: number };
  /** Calls per hour and person for each operation that leaves permanent rows. */
  ownChangesPerHour: number;
  logLevel: string;
  /** Clients that may read /metrics: none, this machine only, or all. */
  metrics: "off" | "loopback" | "on";
  /** Destination of traces, or undefined if nothing is traced. */
  tracing: TracingSettings | undefined;
};

/** Reads the configuration from the environment. Throws {@link ConfigError} for the first invalid value. */
export function readConfig(env: Environment): Config {
  const settings = parseSettings(env);
  const databaseUrls = databaseUrlsOf(settings);
  const tls = readTlsFiles(settings);
  const publicUrl = publicUrlOf(settings, tls !== undefined);
  const isProduction = settings.NODE_ENV === "production";
  const isDemoOn = demoOf(
    settings,
    databaseUrls === undefined && isLoopback(publicUrl.hostname) && !isProduction,
  );
  if (databaseUrls !== undefined && settings.MASTER_KEY === undefined)
    throw new ConfigError("MASTER_KEY", "is required with DATABASE_URL: 32 random bytes as base64");
  return {
    port: settings.PORT,
    hosts: settings.HOST === undefined ? ["127.0.0.1", "::1"] : [settings.HOST],
    publicUrl,
    origins: originsOf(publicUrl),
    tls,
    trustedProxies: settings.TRUST_PROXY === "none" ? 0 : settings.TRUST_PROXY,
    limits: {
      requestMs: settings.REQUEST_TIMEOUT * 1000,
      connectionsPerAddress: settings.MAX_CONNECTIONS_PER_ADDRESS,
      socketsPerPerson: settings.MAX_SOCKETS_PER_PERSON,
      socketsPerOrganization: settings.MAX_SOCKETS_PER_ORGANIZATION,
    },
    dataDir: resolve(settings.DATA_DIR),
    databaseUrls,
    bus: busOf(settings),
    databaseConnections: settings.DATABASE_POOL,
    retention: {
      auditYears: settings.AUDIT_RETENTION_YEARS,
      usageYears: settings.USAGE_RETENTION_YEARS,
    },
    masterKey: settings.MASTER_KEY,
    previousMasterKey: settings.MASTER_KEY_PREVIOUS,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    demo: isDemoOn,
    demoHistory: settings.DEMO_HISTORY,
    // It is off by default in production, so that clients get no unnecessary details.
    debugAuth: settings.DEBUG_AUTH ?? (!isProduction || databaseUrls === undefined),
    maintenance: settings.MAINTENANCE,
    features: {
      twoFactor: settings.FEATURE_TWO_FACTOR,
      legacy: settings.FEATURE_LEGACY,
      websocket: settings.FEATURE_WEBSOCKET,
      serviceWorker: settings.FEATURE_SERVICE_WORKER,
    },
    analyticsUrl: settings.ANALYTICS_URL,
    imprintUrl: settings.IMPRINT_URL,
    privacyUrl: settings.PRIVACY_URL,
    operatorName: settings.OPERATOR_NAME ?? publicUrl.hostname,
    outgoing: {
      allowedOrigins: new Set(settings.OUTGOING_ALLOWED_ORIGINS.map(({ origin }) => origin)),
      allowsLoopback: settings.AI_ALLOW_LOOPBACK,
    },
    deliveryTargets: deliveryTargetsOf(settings),
    cloudSync: cloudSyncOf(settings, isDemoOn),
    legacy: legacyOf(settings),
    legacyFallbackNetworks: networksOf(
      settings.LEGACY_FALLBACK_NETWORKS ?? (isDemoOn ? ["127.0.0.0/8", "::1/128"] : []),
    ),
    aiCalls: {
      perPerson: settings.AI_CALLS_PER_PERSON,
      perOrganization: settings.AI_CALLS_PER_ORGANIZATION,
      perProcess: settings.AI_CALLS_PER_PROCESS,
    },
    calls: {
      perPerson: settings.CALLS_PER_PERSON,
      perOrganization: settings.CALLS_PER_ORGANIZATION,
      perProcess: settings.CALLS_PER_PROCESS,
    },
    ownChangesPerHour: settings.OWN_CHANGES_PER_HOUR,
    logLevel: settings.LOG_LEVEL,
    metrics: settings.METRICS,
    tracing: tracingOf(settings),
  };
}

/** Returns whether the demonstration runs. It runs wherever it is allowed, unless it is switched off. */
function demoOf({ DEMO, HOST }: Settings, isPrivate: boolean): boolean {
  const isAllowed = isPrivate && (HOST === undefined || isLoopback(HOST));
  if (!DEMO || isAllowed) return DEMO ?? isAllowed;
  throw new ConfigError(
    "DEMO",
    "the demonstration runs only with the embedded database, on a loopback HOST and PUBLIC_URL, and not with NODE_ENV=production",
  );
}

function deliveryTargetsOf({ OUTGOING_ALLOW: entries }: Settings): Config["deliveryTargets"] {
  const origins = entries.flatMap((entry) => (typeof entry === "string" ? [] : [entry.origin]));
  return {
    allowedOrigins: new Set(origins),
    allowsLoopback: false,
    allowedNetworks: networksOf(entries.filter((entry) => typeof entry === "string")),
  };
}

function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [base = "", prefix = ""] = network.split("/");
    list.addSubnet(base, Number(prefix), isIPv6(base) ? "ipv6" : "ipv4");
  }
  return list;
}

function legacyOf(settings: Settings): LegacySettings | undefined {
  const { FEATURE_LEGACY, LEGACY_URL: url, LEGACY_PRACTICE_CODE: practiceCode } = settings;
  for (const name of ["LEGACY_PRACTICE_ID", "LEGACY_FALLBACK_NETWORKS"] as const) {
    if (url === undefined && settings[name] !== undefined && settings.DEMO !== true)
      throw new ConfigError(name, "has no effect without LEGACY_URL");
  }
  if (url === undefined && practiceCode === undefined) return undefined;
  if (url === undefined) throw new ConfigError("LEGACY_URL", "is missing while LEGACY_PRACTICE_CODE is set");
  if (practiceCode === undefined)
    throw new ConfigError(
      "LEGACY_PRACTICE_CODE",
      "is missing: the practice code of the practice of LEGACY_URL",
    );
  const praxisId = settings.LEGACY_PRACTICE_ID ?? practiceCode;
  return FEATURE_LEGACY ? { url, practiceCode, praxisId } : undefined;
}

function databaseUrlsOf(settings: Settings): DatabaseUrls | undefined {
  const { DATABASE_URL: app, DATABASE_PLATFORM_URL: platform, DATABASE_OWNER_URL: owner } = settings;
  const { DATABASE_REPORTS_URL: reports } = settings;
  if ((app ?? platform ?? owner ?? reports) === undefined) return undefined;
  if (app === undefined)
    throw new ConfigError("DATABASE_URL", "is missing while another DATABASE_…_URL is set");
  if (platform === undefined)
    throw new ConfigError("DATABASE_PLATFORM_URL", "is missing; `npm run db:setup` prints the lines to set");
  return { app, platform, ...(owner && { owner }), ...(reports && { reports }) };
}
