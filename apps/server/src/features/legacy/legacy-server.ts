import type { LegacySettings } from "../../platform/config/config.ts";
import type { LegacyClient } from "./legacy-client.ts";
import type { LegacyHealthCheck } from "./legacy-health.ts";

/** The legacy practice server as the operator configured it. */
export type LegacyServer = {
  settings: LegacySettings;
  client: Pick<LegacyClient, "call">;
  health: LegacyHealthCheck;
};
