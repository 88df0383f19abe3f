import type { Logger } from "pino";
import type { Clock } from "../../platform/clock/clock.ts";
import type { Config, LegacySettings } from "../../platform/config/config.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { Feature } from "../../platform/feature.ts";
import { createOutgoingAgent } from "../../platform/outgoing/outgoing-agent.ts";
import type { RequestOrganization } from "../../platform/request-context/request-context.ts";
import { LegacyClient } from "./legacy-client.ts";
import { LegacyCookie } from "./legacy-cookie.ts";
import { LegacyHealthCheck } from "./legacy-health.ts";
import { registerLegacyRoutes } from "./legacy.routes.ts";
import { type LegacyServer, LegacyService } from "./legacy.service.ts";

type Dependencies = {
  config: Pick<Config, "legacy" | "publicUrl" | "port">;
  clock: Clock;
  log: Logger;
  sealingKeys: SealingKeys;
};

/** What other features use of classic mode. */
export type Legacy = Feature & {
  /** Returns whether the organization reads from an older practice server. Does not call that server. */
  isOffered: (organization: RequestOrganization | undefined) => Promise<boolean>;
};

/** Creates classic mode: reading from the older practice server of one organization. */
export function createLegacy({ config, clock, log, sealingKeys }: Dependencies): Legacy {
  const { legacy: settings } = config;
  // The operator's address may be in the network of the practice or on this machine.
  const dispatcher = createOutgoingAgent({
    allowedOrigins: new Set(settings === undefined ? [] : [settings.url.origin]),
    allowsLoopback: false,
  });
  const serverOf = (at: LegacySettings): LegacyServer => {
    const client = new LegacyClient({ url: at.url, dispatcher, log });
    return { settings: at, client, health: new LegacyHealthCheck({ client, clock }) };
  };
  const legacy = new LegacyService(settings && serverOf(settings), clock);
  const cookie = new LegacyCookie({ config, sealingKeys, clock });
  return {
    isOffered: (organization) => legacy.isOffered(organization),
    registerRoutes: (registrar) => registerLegacyRoutes(registrar, { legacy, cookie }),
    close: () => dispatcher.destroy(),
  };
}
