import type { Logger } from "pino";
import { MemoryLimits } from "../../directory/limits/memory-limits.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { Config, LegacySettings } from "../../platform/config/config.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import type { AdmissionDependencies } from "../../platform/http/calls/admission.ts";
import { createOutgoingAgent } from "../../platform/outgoing/outgoing-agent.ts";
import type { RequestOrganization } from "../../platform/request-context/request-context.ts";
import type { OutsideSignIn } from "../auth/sign-in/outside-sign-in.ts";
import { classicCookie } from "./classic-cookie.ts";
import { AuditSpool } from "./fallback/audit-spool.ts";
import { FallbackAttempts } from "./fallback/fallback-attempts.ts";
import { FallbackAudit } from "./fallback/fallback-audit.ts";
import { FallbackLogin } from "./fallback/fallback-login.service.ts";
import { FallbackSessions } from "./fallback/fallback-sessions.ts";
import { LegacyClient } from "./legacy-client.ts";
import { LegacyCookie } from "./legacy-cookie.ts";
import { LegacyHealthCheck } from "./legacy-health.ts";
import type { LegacyServer } from "./legacy-server.ts";
import { registerLegacyRoutes } from "./legacy.routes.ts";
import { LegacyService } from "./legacy.service.ts";

type Dependencies = {
  config: Pick<
    Config,
    "dataDir" | "legacy" | "legacyFallbackNetworks" | "publicUrl" | "port" | "trustedProxies"
  >;
  db: IdentityDb;
  clock: Clock;
  limits: RateLimiter;
  log: Logger;
  sealingKeys: SealingKeys;
  /** Key of the ids that audit entries use for an account of the legacy server. */
  hashKey: Buffer;
  auth: { outside: OutsideSignIn };
};

/** Classic mode, as the rest of the server uses it. */
export type Legacy = Feature &
  Pick<AdmissionDependencies, "findLegacyCaller"> & {
    /** Returns whether the organization reads from a legacy practice server. Does not call that server. */
    isOffered: (organization: RequestOrganization | undefined) => Promise<boolean>;
    /** Returns the values of the Set-Cookie headers that remove the cookies of classic mode from a browser. */
    clearCookies: (cookies: string | undefined) => readonly string[];
  };

/** Creates classic mode: reading from the legacy practice server of one organization, and the fallback login. */
export function createLegacy(dependencies: Dependencies): Legacy {
  const { config, clock } = dependencies;
  const memory = new MemoryLimits(clock);
  const cookie = new LegacyCookie(dependencies);
  const fallbackCookie = classicCookie(config, "classic");
  const running = config.legacy && connect(config.legacy, dependencies, memory);
  const legacy = new LegacyService(running?.server, dependencies);
  return {
    isOffered: (organization) => legacy.isOffered(organization),
    registerRoutes: (registrar) =>
      registerLegacyRoutes(registrar, { legacy, cookie, fallback: running?.fallback, limits: memory }),
    findLegacyCaller: (...args) => running?.fallback.find(...args),
    clearCookies: (cookies) => [...cookie.clear(cookies), ...fallbackCookie.clear(cookies)],
    ...(running && { close: running.close }),
  };
}

/** Creates the parts that need the legacy server. The agent exists only if the operator has set its address. */
function connect(settings: LegacySettings, dependencies: Dependencies, memory: MemoryLimits) {
  const { config, db, clock, log, sealingKeys, hashKey, auth } = dependencies;
  const { url, practiceCode } = settings;
  // The operator's address may be in the network of the practice or on this machine.
  const dispatcher = createOutgoingAgent({ allowedOrigins: new Set([url.origin]), allowsLoopback: false });
  const client = new LegacyClient({ url, dispatcher, log });
  const server: LegacyServer = { settings, client, health: new LegacyHealthCheck({ client, clock }) };
  const { outside } = auth;
  const spool = new AuditSpool(config.dataDir);
  const audit = new FallbackAudit({ db, clock, log, spool, outside, practiceCode, hashKey });
  const fallback = new FallbackLogin({
    config,
    server,
    audit,
    attempts: new FallbackAttempts({ outside, memory, audit, practiceCode }),
    sessions: new FallbackSessions({
      cookie: classicCookie(config, "classic"),
      sealingKeys,
      clock,
      practiceCode,
    }),
  });
  return {
    server,
    fallback,
    close: async () => {
      await audit.close();
      await dispatcher.destroy();
    },
  };
}
