import { call } from "../../api-client/call.ts";
import { legacyHealthRoute } from "./legacy.routes.ts";

/**
 * Returns whether the legacy practice server of the selected organization responds. The portal's server waits 3 s for
 * it.
 */
export async function isLegacyReachable(): Promise<boolean> {
  try {
    return (await call(legacyHealthRoute, { background: true })).available;
  } catch {
    return false;
  }
}
