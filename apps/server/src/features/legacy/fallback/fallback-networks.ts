import { isIPv6 } from "node:net";
import type { Config } from "../../../platform/config/config.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";

/** Returns whether the fallback login is open to the network of a request. */
export function isFallbackOpen(
  { legacyFallbackNetworks, trustedProxies }: Pick<Config, "legacyFallbackNetworks" | "trustedProxies">,
  { address, isForwarded }: Pick<RequestOrigin, "address" | "isForwarded">,
): boolean {
  // Behind a proxy that is not trusted, the address is that of the proxy.
  if (isForwarded && trustedProxies === 0) return false;
  const bare = address.split("%", 1)[0] ?? "";
  return legacyFallbackNetworks.check(bare, isIPv6(bare) ? "ipv6" : "ipv4");
}
