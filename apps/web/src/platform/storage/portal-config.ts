import { featureDefaults } from "@praxisportal/contract/limits";
import { isRecord } from "./browser-storage.ts";

/** What the server tells the page about this installation. */
export type PortalConfig = {
  /** Where page views go; null: nowhere. */
  readonly analyticsUrl: string | null;
  readonly features: { readonly twoFactor: boolean; readonly legacy: boolean; readonly websocket: boolean };
  /** Demonstration data; the login page may name its accounts. */
  readonly demo: boolean;
  /** Whether /debug-auth exists. */
  readonly debugAuth: boolean;
};

const metaName = "portal-config";

/**
 * Reads a configuration text. What is missing or of the wrong type falls back to the safe default: no analytics,
 * no demonstration, features as the specification has them.
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

/** The configuration in the page's head; read anew each time, which costs one lookup. */
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

function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === "boolean" ? value : otherwise;
}
