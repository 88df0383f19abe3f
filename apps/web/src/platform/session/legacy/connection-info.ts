import { legacyTextMaxLength } from "@praxisportal/contract/limits";

/** Describes this browser to the legacy practice server, except for its address. */
export function connectionInfo() {
  const { userAgent, language } = navigator;
  return {
    userAgent: userAgent.slice(0, legacyTextMaxLength),
    // Deprecated, but the legacy server expects it.
    platform: navigator.platform || "unknown",
    language,
    screenResolution: `${screen.width}x${screen.height}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    timestamp: new Date().toISOString(),
  };
}
