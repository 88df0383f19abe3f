import { featureDefaults } from "@praxisportal/contract/limits";
import { isRecord } from "./browser-storage.ts";

/** Installation settings that the server embeds in the page. */
export type PortalConfig = {
  /** URL that receives page views; null: none. */
  readonly analyticsUrl: string | null;
  readonly features: { readonly twoFactor: boolean; readonly legacy: boolean; readonly websocket: boolean };
  /** Demonstration data is present; the login page may list its accounts. */
  readonly demo: boolean;
  /** Whether /debug-auth exists. */
  readonly debugAuth: boolean;
};

const metaName = "portal-config";

/**
 * Parses the configuration. Missing or invalid values fall back to safe defaults: no analytics, no
 * demonstration, features as in the specification.
 */
export function parsePortalConfig(text: string | null): PortalConfig {
  const value = parsedRecord(text);
  const features = isRecord(value["features"]) ? value["features"] : {};
  return {
    analyticsUrl: typeof value["analyticsUrl"] === "string" ? value["analyticsUrl"] : null,
    features: {
      twoFactor: flag(features["twoFactor"], featureDefaults.twoFactor),
      legacy: flag(features["legacy"], featureDefaults.legacy),
      websocket: flag(features["websocket"], featureDefaults.websocket),
    },
    demo: flag(value["demo"], false),
    debugAuth: flag(value["debugAuth"], false),
  };
}

/** Returns the configuration in the page's head; read each time, which costs one lookup. */
export function portalConfig(): PortalConfig {
  const meta = document.querySelector(`meta[name="${metaName}"]`);
  return parsePortalConfig(meta?.getAttribute("content") ?? null);
}

function parsedRecord(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function flag(value: unknown, fallback: boolean): boolean {
  return typeof value === "boolean" ? value : fallback;
}
