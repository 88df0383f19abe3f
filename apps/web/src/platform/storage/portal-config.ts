import { featureDefaults } from "@praxisportal/contract/limits";
import { isRecord } from "./browser-storage.ts";

/** Installation settings that the server embeds in the page. */
export type PortalConfig = {
  /** URL that receives page views, or null if there is none. */
  readonly analyticsUrl: string | null;
  /** http(s) URLs of the operator's imprint and privacy pages, or null if there are none. */
  readonly imprintUrl: string | null;
  readonly privacyUrl: string | null;
  readonly features: Readonly<Record<keyof typeof featureDefaults, boolean>>;
  /** True if the server rejects every call until the operator has finished the maintenance. */
  readonly maintenance: boolean;
  /** True if demonstration data is present, so that the login page may list its accounts. */
  readonly demo: boolean;
  /** Whether /debug-auth exists. */
  readonly debugAuth: boolean;
};

const metaName = "portal-config";

/**
 * Parses the configuration. Missing or invalid values fall back to safe defaults: no analytics, no
 * demonstration, features as in the specification.
 */
export function parsePortalConfig(json: string | null): PortalConfig {
  const value = parsedRecord(json);
  const features = isRecord(value["features"]) ? value["features"] : {};
  return {
    analyticsUrl: text(value["analyticsUrl"]),
    imprintUrl: text(value["imprintUrl"]),
    privacyUrl: text(value["privacyUrl"]),
    features: {
      twoFactor: flag(features["twoFactor"], featureDefaults.twoFactor),
      legacy: flag(features["legacy"], featureDefaults.legacy),
      websocket: flag(features["websocket"], featureDefaults.websocket),
      serviceWorker: flag(features["serviceWorker"], featureDefaults.serviceWorker),
    },
    maintenance: flag(value["maintenance"], false),
    demo: flag(value["demo"], false),
    debugAuth: flag(value["debugAuth"], false),
  };
}

/** Returns the configuration in the page's head. It is read each time, which costs one lookup. */
export function portalConfig(): PortalConfig {
  const meta = document.querySelector(`meta[name="${metaName}"]`);
  return parsePortalConfig(meta?.getAttribute("content") ?? null);
}

function parsedRecord(json: string | null): Record<string, unknown> {
  if (json === null) return {};
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function flag(value: unknown, fallback: boolean): boolean {
  return typeof value === "boolean" ? value : fallback;
}
