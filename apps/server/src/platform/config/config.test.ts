import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { isLoopback } from "./public-address.ts";
import { ConfigError } from "./settings.ts";

const key = Buffer.alloc(32, 9).toString("base64");
const external = {
  DATABASE_URL: "postgres://portal_app:geheim@db.example.org/portal",
  DATABASE_PLATFORM_URL: "postgres://portal_platform:geheim@db.example.org/portal",
  MASTER_KEY: key,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "praxisportal config-"));
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  for (const name of ["one", "two"]) {
    openssl(
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=localhost",
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.crt`,
    );
  }
  writeFileSync(join(folder, "nonsense"), "no pem");
  mkdirSync(join(folder, "folder"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string) => join(folder, name);

describe("the defaults", () => {
  it("R9-52 R9-53 R9-54 are a loopback address, the embedded database and the demonstration", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 8080,
      hosts: ["127.0.0.1", "::1"],
      tls: undefined,
      trustedProxies: 0,
      dataDir: resolve("data"),
      databaseUrls: undefined,
      masterKey: undefined,
      smtpUrl: undefined,
      demo: true,
      debugAuth: true,
      maintenance: false,
      features: { twoFactor: true, legacy: true, websocket: true },
      analyticsUrl: undefined,
      imprintUrl: undefined,
      privacyUrl: undefined,
      outgoing: { allowedOrigins: new Set(), allowsLoopback: false },
      deliveryTargets: { allowedOrigins: new Set(), allowsLoopback: false },
      logLevel: "info",
      metrics: "loopback",
    });
    expect(config.publicUrl.origin).toBe("http://localhost:8080");
    expect([...config.origins]).toEqual([
      "http://localhost:8080",
      "http://127.0.0.1:8080",
      "http://[::1]:8080",
    ]);
  });

  it("also apply to empty and blank values", () => {
    expect(readConfig({ PORT: "", PUBLIC_URL: " ", DATABASE_URL: "", DEMO: "" })).toEqual(readConfig({}));
  });
});

describe("DEBUG_AUTH", () => {
  const ownDatabase = {
    DATABASE_URL: "postgres://app@localhost/portal",
    DATABASE_PLATFORM_URL: "postgres://platform@localhost/portal",
    MASTER_KEY: Buffer.alloc(32).toString("base64"),
  };
  const production = { NODE_ENV: "production" };

  it("R2.1-03 is off by default only in production with an external database", () => {
    expect(readConfig({}).debugAuth).toBe(true);
    expect(readConfig(production).debugAuth).toBe(true);
    expect(readConfig(ownDatabase).debugAuth).toBe(true);
    expect(readConfig({ ...production, ...ownDatabase }).debugAuth).toBe(false);
  });

  it("R2.1-03 can be switched on and off everywhere; other values are rejected", () => {
    expect(readConfig({ DEBUG_AUTH: "off" }).debugAuth).toBe(false);
    expect(readConfig({ ...production, DEBUG_AUTH: "off" }).debugAuth).toBe(false);
    expect(readConfig({ ...ownDatabase, DEBUG_AUTH: "off" }).debugAuth).toBe(false);
    expect(readConfig({ ...production, ...ownDatabase, DEBUG_AUTH: "on" }).debugAuth).toBe(true);
    expect(errorOf({ DEBUG_AUTH: "maybe" }).message).toMatch(/^DEBUG_AUTH: /);
  });
});

describe("PUBLIC_URL", () => {
  it.each([
    ["http://praxis.example.org"],
    ["http://192.168.1.10:8080"],
    ["http://10.0.0.1"],
    ["http://localhost.example.org"],
    ["http://127.0.0.1.example.org"],
    ["http://0.0.0.0:8080"],
    ["http://[::2]"],
  ])("R7s-42 rejects %s without https, in one line", (value) => {
    const error = errorOf({ PUBLIC_URL: value });
    expect(error.message).toMatch(/^PUBLIC_URL: .*must be https/);
    expect(error.message).not.toContain("\n");
  });

  it.each([
    ["http://localhost:9000"],
    ["http://127.0.0.1:9000"],
    ["http://[::1]:9000"],
    ["https://praxis.example.org"],
  ])("R7s-42 accepts %s", (value) => {
    expect(readConfig({ PUBLIC_URL: value }).publicUrl.origin).toBe(value);
  });

  it("see R7s-42 uses the port of the server if it is not set", () => {
    expect(readConfig({ PORT: "9123" }).publicUrl.origin).toBe("http://localhost:9123");
  });

  it("see R7s-42 accepts all loopback spellings for a loopback name, and only itself for any other name", () => {
    expect([...readConfig({ PUBLIC_URL: "https://localhost" }).origins]).toEqual([
      "https://localhost",
      "https://127.0.0.1",
      "https://[::1]",
    ]);
    expect([...readConfig({ PUBLIC_URL: "http://127.0.0.1" }).origins].toSorted()).toEqual([
      "http://127.0.0.1",
      "http://[::1]",
      "http://localhost",
    ]);
    expect([...readConfig({ PUBLIC_URL: "https://praxis.example.org" }).origins]).toEqual([
      "https://praxis.example.org",
    ]);
  });

  it("see R7s-42 is https if the server itself uses https", () => {
    const tls = { TLS_CERT_FILE: file("one.crt"), TLS_KEY_FILE: file("one.key") };
    expect(readConfig(tls).publicUrl.origin).toBe("https://localhost:8080");
    expect(errorOf({ ...tls, PUBLIC_URL: "http://localhost:8080" }).message).toMatch(/^PUBLIC_URL: .*https/);
  });
});

function errorOf(env: Readonly<Record<string, string>>): ConfigError {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`);
}

describe("an invalid value", () => {
  const invalidSettings: readonly [variable: string, env: () => Record<string, string>][] = [
    ...["-1", "65536", "abc", "80.5", "1e3", "0x50"].map((value): [string, () => Record<string, string>] => [
      "PORT",
      () => ({ PORT: value }),
    ]),
    ["TRUST_PROXY", () => ({ TRUST_PROXY: "yes" })],
    ["TRUST_PROXY", () => ({ TRUST_PROXY: "11" })],
    ["REQUEST_TIMEOUT", () => ({ REQUEST_TIMEOUT: "0" })],
    ["REQUEST_TIMEOUT", () => ({ REQUEST_TIMEOUT: "601" })],
    ["MAX_CONNECTIONS_PER_ADDRESS", () => ({ MAX_CONNECTIONS_PER_ADDRESS: "-1" })],
    ["PUBLIC_URL", () => ({ PUBLIC_URL: "praxis.example.org" })],
    ["PUBLIC_URL", () => ({ PUBLIC_URL: "ftp://praxis.example.org" })],
    ["PUBLIC_URL", () => ({ PUBLIC_URL: "https://praxis.example.org/portal" })],
    ["PUBLIC_URL", () => ({ PUBLIC_URL: "https://praxis.example.org/?a=b" })],
    ["PUBLIC_URL", () => ({ PUBLIC_URL: "https://user@praxis.example.org" })],
    ["DATABASE_URL", () => ({ ...external, DATABASE_URL: "mysql://db/portal" })],
    ["DATABASE_URL", () => ({ ...external, DATABASE_URL: "nonsense" })],
    ["DATABASE_URL", () => ({ DATABASE_PLATFORM_URL: external.DATABASE_PLATFORM_URL, MASTER_KEY: key })],
    ["DATABASE_URL", () => ({ DATABASE_OWNER_URL: "postgres://db/portal", MASTER_KEY: key })],
    ["DATABASE_PLATFORM_URL", () => ({ DATABASE_URL: external.DATABASE_URL, MASTER_KEY: key })],
    ["DATABASE_OWNER_URL", () => ({ ...external, DATABASE_OWNER_URL: "http://db" })],
    ["MASTER_KEY", () => ({ ...external, MASTER_KEY: "" })],
    ["MASTER_KEY", () => ({ MASTER_KEY: "dG9vIHNob3J0" })],
    ["MASTER_KEY", () => ({ MASTER_KEY: Buffer.alloc(33).toString("base64") })],
    ["SMTP_URL", () => ({ SMTP_URL: "mail.example.org" })],
    ["SMTP_URL", () => ({ SMTP_URL: "https://mail.example.org" })],
    ["ANALYTICS_URL", () => ({ ANALYTICS_URL: "nowhere" })],
    ["ANALYTICS_URL", () => ({ ANALYTICS_URL: "javascript:alert(1)" })],
    ["IMPRINT_URL", () => ({ IMPRINT_URL: "impressum.example" })],
    ["PRIVACY_URL", () => ({ PRIVACY_URL: "javascript:alert(1)" })],
    ["AI_ALLOW_LOOPBACK", () => ({ AI_ALLOW_LOOPBACK: "maybe" })],
    ["OUTGOING_ALLOWED_ORIGINS", () => ({ OUTGOING_ALLOWED_ORIGINS: "192.168.1.20:11434" })],
    ["OUTGOING_ALLOWED_ORIGINS", () => ({ OUTGOING_ALLOWED_ORIGINS: "http://a.lan, ftp://b.lan" })],
    ["OUTGOING_ALLOWED_ORIGINS", () => ({ OUTGOING_ALLOWED_ORIGINS: "http://a.lan/v1" })],
    ["OUTGOING_ALLOWED_ORIGINS", () => ({ OUTGOING_ALLOWED_ORIGINS: "http://user:geheim@a.lan" })],
    ["OUTGOING_ALLOWED_ORIGINS", () => ({ OUTGOING_ALLOWED_ORIGINS: "https://*" })],
    ["OUTGOING_ALLOW", () => ({ OUTGOING_ALLOW: "10.1.0.0" })],
    ["OUTGOING_ALLOW", () => ({ OUTGOING_ALLOW: "10.1.0.0/33" })],
    ["OUTGOING_ALLOW", () => ({ OUTGOING_ALLOW: "fd00::/129" })],
    ["OUTGOING_ALLOW", () => ({ OUTGOING_ALLOW: "10.1/16" })],
    ["OUTGOING_ALLOW", () => ({ OUTGOING_ALLOW: "10.1.0.0/16/1" })],
    ["OUTGOING_ALLOW", () => ({ OUTGOING_ALLOW: "labor.praxis.lan" })],
    ["OUTGOING_ALLOW", () => ({ OUTGOING_ALLOW: "http://labor.praxis.lan/eingang" })],
    ["OUTGOING_ALLOW", () => ({ OUTGOING_ALLOW: "10.1.0.0/16, https://*.praxis.lan" })],
    ["CLOUD_SYNC_URL", () => ({ CLOUD_SYNC_URL: "/srv/copies" })],
    ["CLOUD_SYNC_URL", () => ({ CLOUD_SYNC_URL: "ftp://storage.example/copies" })],
    ["CLOUD_SYNC_URL", () => ({ CLOUD_SYNC_URL: "file://elsewhere/copies" })],
    ["CLOUD_SYNC_KEEP", () => ({ CLOUD_SYNC_KEEP: "0" })],
    [
      "CLOUD_SYNC_S3_ACCESS_KEY_ID",
      () => ({ CLOUD_SYNC_URL: "https://s3.example.org/a", CLOUD_SYNC_S3_SECRET_ACCESS_KEY: "geheim" }),
    ],
    ["LEGACY_URL", () => ({ LEGACY_URL: "127.0.0.1:3000", LEGACY_PRACTICE_CODE: "MUSTER-2026" })],
    ["LEGACY_URL", () => ({ LEGACY_URL: "http://127.0.0.1:3000/api", LEGACY_PRACTICE_CODE: "MUSTER-2026" })],
    ["LEGACY_URL", () => ({ LEGACY_PRACTICE_CODE: "MUSTER-2026" })],
    ["LEGACY_PRACTICE_ID", () => ({ LEGACY_PRACTICE_ID: "7" })],
    ["LEGACY_FALLBACK_NETWORKS", () => ({ LEGACY_FALLBACK_NETWORKS: "192.168.1.0" })],
    ["LEGACY_FALLBACK_NETWORKS", () => ({ LEGACY_FALLBACK_NETWORKS: "192.168.1.0/24" })],
    ["LEGACY_PRACTICE_CODE", () => ({ LEGACY_URL: "http://127.0.0.1:3000" })],
    ["LOG_LEVEL", () => ({ LOG_LEVEL: "verbose" })],
    ["METRICS", () => ({ METRICS: "everyone" })],
    ["DEMO", () => ({ DEMO: "maybe" })],
    ["MAINTENANCE", () => ({ MAINTENANCE: "soon" })],
    ["FEATURE_TWO_FACTOR", () => ({ FEATURE_TWO_FACTOR: "2" })],
    ["FEATURE_LEGACY", () => ({ FEATURE_LEGACY: "x" })],
    ["FEATURE_WEBSOCKET", () => ({ FEATURE_WEBSOCKET: "x" })],
    ["FEATURE_SERVICE_WORKER", () => ({ FEATURE_SERVICE_WORKER: "x" })],
    ["DEMO", () => ({ ...external, DEMO: "on" })],
    ["DEMO", () => ({ HOST: "0.0.0.0", DEMO: "on" })],
    ["DEMO", () => ({ PUBLIC_URL: "https://praxis.example.org", DEMO: "on" })],
    ["DEMO", () => ({ NODE_ENV: "production", DEMO: "on" })],
    ["TLS_CERT_FILE", () => ({ TLS_CERT_FILE: file("missing"), TLS_KEY_FILE: file("one.key") })],
    ["TLS_KEY_FILE", () => ({ TLS_CERT_FILE: file("one.crt"), TLS_KEY_FILE: file("missing") })],
    ["TLS_KEY_FILE", () => ({ TLS_CERT_FILE: file("one.crt") })],
    ["TLS_CERT_FILE", () => ({ TLS_KEY_FILE: file("one.key") })],
    ["TLS_CERT_FILE", () => ({ TLS_CERT_FILE: file("nonsense"), TLS_KEY_FILE: file("one.key") })],
    ["TLS_KEY_FILE", () => ({ TLS_CERT_FILE: file("one.crt"), TLS_KEY_FILE: file("nonsense") })],
    ["TLS_KEY_FILE", () => ({ TLS_CERT_FILE: file("one.crt"), TLS_KEY_FILE: file("two.key") })],
    ["TLS_CERT_FILE", () => ({ TLS_CERT_FILE: file("folder"), TLS_KEY_FILE: file("one.key") })],
  ];

  it.each(invalidSettings)(
    "see R7s-42 of %s stops the start with one line that names it (%#)",
    (variable, env) => {
      const { message } = errorOf(env());
      expect(message.startsWith(`${variable}: `), message).toBe(true);
      // The library has its own text for schemas without an error text.
      expect(message).not.toMatch(/invalid|expected/i);
      expect(message).not.toContain("\n");
    },
  );

  it("see R8-72 a value that may contain a password is not repeated", () => {
    for (const env of [
      { ...external, DATABASE_URL: "postgres//portal_app:geheim@db" },
      { ...external, DATABASE_URL: "mysql://portal_app:geheim@db" },
      { SMTP_URL: "smtp//user:geheim@mail" },
      { SMTP_URL: "http://user:geheim@mail" },
      { MASTER_KEY: "geheim" },
      { PUBLIC_URL: "https://user:geheim@praxis.example.org" },
    ]) {
      expect(errorOf(env).message).not.toContain("geheim");
    }
  });
});

describe("addresses that the portal may call", () => {
  it("N45 are only public ones, unless the operator lists origins of the local network", () => {
    expect([...readConfig({}).outgoing.allowedOrigins]).toEqual([]);
    const { outgoing } = readConfig({
      OUTGOING_ALLOWED_ORIGINS: " http://192.168.1.20:11434/ ,https://KI.praxis.lan:443,, ",
    });
    expect([...outgoing.allowedOrigins]).toEqual(["http://192.168.1.20:11434", "https://ki.praxis.lan"]);
  });

  it("see R0-299 include the operator's origins and networks for webhooks and cloud sync, but not for AI", () => {
    const { outgoing, deliveryTargets } = readConfig({
      OUTGOING_ALLOW: "http://labor.praxis.lan:8080/ , 10.1.0.0/16,fd12::/16,",
    });
    expect([...deliveryTargets.allowedOrigins]).toEqual(["http://labor.praxis.lan:8080"]);
    expect(deliveryTargets.allowedNetworks.check("10.1.255.255")).toBe(true);
    expect(deliveryTargets.allowedNetworks.check("10.2.0.0")).toBe(false);
    expect(deliveryTargets.allowedNetworks.check("fd12::1", "ipv6")).toBe(true);
    expect(deliveryTargets.allowedNetworks.check("fd13::1", "ipv6")).toBe(false);
    expect([...outgoing.allowedOrigins]).toEqual([]);
    const none = readConfig({
      AI_ALLOW_LOOPBACK: "on",
      OUTGOING_ALLOWED_ORIGINS: "http://10.1.2.3",
    }).deliveryTargets;
    expect([...none.allowedOrigins, ...none.allowedNetworks.rules]).toEqual([]);
    expect(none.allowsLoopback).toBe(false);
  });

  it("N45 include this machine only if that is switched on explicitly, not through the demonstration", () => {
    expect(readConfig({ DEMO: "on" }).outgoing.allowsLoopback).toBe(false);
    expect(readConfig(external).outgoing.allowsLoopback).toBe(false);
    expect(readConfig({ ...external, AI_ALLOW_LOOPBACK: "on" }).outgoing.allowsLoopback).toBe(true);
    expect(readConfig({ AI_ALLOW_LOOPBACK: "off" }).outgoing.allowsLoopback).toBe(false);
  });
});

describe("the legacy practice server", () => {
  it("R1-44 is that of the operator, and undefined when classic mode is off", () => {
    const env = { LEGACY_URL: "http://192.168.1.30:3000", LEGACY_PRACTICE_CODE: "MUSTER-2026" };
    expect(readConfig({}).legacy).toBeUndefined();
    expect(readConfig(env).legacy).toEqual({
      url: new URL("http://192.168.1.30:3000"),
      practiceCode: "MUSTER-2026",
      praxisId: "MUSTER-2026",
    });
    expect(readConfig({ ...env, FEATURE_LEGACY: "off" }).legacy).toBeUndefined();
    expect(readConfig({ ...env, LEGACY_PRACTICE_ID: "7" }).legacy?.praxisId).toBe("7");
  });

  it("R0-305 opens the fallback login only to listed networks, and to this machine in the demonstration", () => {
    const env = { LEGACY_URL: "http://192.168.1.30:3000", LEGACY_PRACTICE_CODE: "MUSTER-2026" };
    const isOpen = (extra: Record<string, string>, address: string) =>
      readConfig({ ...env, ...extra }).legacyFallbackNetworks.check(address);
    expect([isOpen({ DEMO: "off" }, "127.0.0.1"), isOpen({ DEMO: "on" }, "127.0.0.1")]).toEqual([
      false,
      true,
    ]);
    const listed = { LEGACY_FALLBACK_NETWORKS: "192.168.1.0/24" };
    expect([isOpen(listed, "192.168.1.9"), isOpen(listed, "127.0.0.1")]).toEqual([true, false]);
  });
});

describe("switches", () => {
  it.each([
    ["on", true],
    ["1", true],
    ["true", true],
    ["YES", true],
    ["off", false],
    ["0", false],
    ["False", false],
    ["no", false],
  ])("read %s as %s", (value, expected) => {
    const config = readConfig({
      DEMO: value,
      FEATURE_TWO_FACTOR: value,
      FEATURE_LEGACY: value,
      FEATURE_WEBSOCKET: value,
      FEATURE_SERVICE_WORKER: value,
    });
    expect([config.demo, ...Object.values(config.features)]).toEqual([
      expected,
      expected,
      expected,
      expected,
      expected,
    ]);
  });

  it("keep the demonstration off if it could be reached publicly", () => {
    const off = [
      { HOST: "0.0.0.0" },
      { HOST: "192.168.1.5" },
      { PUBLIC_URL: "https://praxis.example.org" },
      { NODE_ENV: "production" },
      external,
    ];
    for (const env of off) expect(readConfig(env).demo, JSON.stringify(Object.keys(env))).toBe(false);
    expect(readConfig({ HOST: "::1" }).demo).toBe(true);
  });

  it("read proxies, address and database", () => {
    expect(readConfig({ TRUST_PROXY: "2" }).trustedProxies).toBe(2);
    expect(readConfig({ TRUST_PROXY: "none" }).trustedProxies).toBe(0);
    expect(readConfig({ HOST: "0.0.0.0" }).hosts).toEqual(["0.0.0.0"]);
    const { databaseUrls, masterKey } = readConfig(external);
    expect(databaseUrls).toEqual({ app: external.DATABASE_URL, platform: external.DATABASE_PLATFORM_URL });
    expect(masterKey).toEqual(Buffer.alloc(32, 9));
  });

  it("see R0-234 read a database with several hosts", () => {
    const DATABASE_URL = "postgres://portal_app:geheim@db1:5432,db2:5433/portal?sslmode=require";
    expect(readConfig({ ...external, DATABASE_URL }).databaseUrls?.app).toBe(DATABASE_URL);
    for (const invalidEnv of [
      "mysql://db1,db2/portal",
      "postgres://db1:x,db2/portal",
      "postgres://db1,,db2/portal",
    ])
      expect(errorOf({ ...external, DATABASE_URL: invalidEnv }).message).toMatch(/^DATABASE_URL: must be/);
  });

  it("see R0-242 can extend but not shorten the retention of audit entries and usage events", () => {
    expect(readConfig({}).retention).toEqual({ auditYears: 10, usageYears: 3 });
    const longer = { AUDIT_RETENTION_YEARS: "12", USAGE_RETENTION_YEARS: "5" };
    expect(readConfig(longer).retention).toEqual({ auditYears: 12, usageYears: 5 });
    expect(errorOf({ AUDIT_RETENTION_YEARS: "9" }).message).toMatch(/^AUDIT_RETENTION_YEARS: /);
    expect(errorOf({ USAGE_RETENTION_YEARS: "2" }).message).toMatch(/^USAGE_RETENTION_YEARS: /);
  });

  it("read the number of connections and the replica for reports", () => {
    expect(readConfig({}).databaseConnections).toBe(28);
    expect(readConfig({ DATABASE_POOL: "60" }).databaseConnections).toBe(60);
    expect(errorOf({ DATABASE_POOL: "5" }).message).toMatch(/^DATABASE_POOL: /);
    const DATABASE_REPORTS_URL = "postgres://replica:5433/";
    expect(readConfig({ ...external, DATABASE_REPORTS_URL }).databaseUrls?.reports).toBe(
      DATABASE_REPORTS_URL,
    );
    expect(errorOf({ DATABASE_REPORTS_URL }).message).toMatch(/^DATABASE_URL: is missing/);
  });

  it("N62 N77 read the limits of requests, connections and sockets", () => {
    expect(readConfig({}).limits).toEqual({
      requestMs: 30_000,
      connectionsPerAddress: 1_000,
      socketsPerPerson: 20,
      socketsPerOrganization: 2_000,
    });
    expect(readConfig({ REQUEST_TIMEOUT: "120", MAX_CONNECTIONS_PER_ADDRESS: "0" }).limits).toMatchObject({
      requestMs: 120_000,
      connectionsPerAddress: 0,
    });
  });

  it("distinguish loopback addresses from others", () => {
    for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])
      expect(isLoopback(host)).toBe(true);
    for (const host of ["0.0.0.0", "::", "10.0.0.1", "localhost.example", "128.0.0.1", ""]) {
      expect(isLoopback(host)).toBe(false);
    }
  });
});
