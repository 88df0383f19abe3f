// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { parsePortalConfig, portalConfig } from "./portal-config.ts";

afterEach(() => document.head.replaceChildren());

const safe = {
  analyticsUrl: null,
  imprintUrl: null,
  privacyUrl: null,
  features: { twoFactor: true, legacy: true, websocket: true, serviceWorker: true },
  maintenance: false,
  demo: false,
  debugAuth: false,
};

describe("portal configuration", () => {
  it.each([null, "", "{", "[]", '"text"', '{"features":7,"analyticsUrl":7,"demo":"yes"}'])(
    "R9-52 R9-53 R9-54 falls back to enabled features without analytics, demonstration and debugging: %s",
    (text) => {
      expect(parsePortalConfig(text)).toEqual(safe);
    },
  );

  it("reads the configuration in the page", () => {
    const config = {
      analyticsUrl: "https://a.example/",
      imprintUrl: "https://a.example/impressum",
      privacyUrl: "https://a.example/datenschutz",
      features: { twoFactor: false, legacy: false, websocket: false, serviceWorker: false },
      maintenance: false,
      demo: true,
      debugAuth: true,
    };
    const meta = document.createElement("meta");
    meta.name = "portal-config";
    meta.content = JSON.stringify(config);
    document.head.append(meta);
    expect(portalConfig()).toEqual(config);
  });

  it("works without a configuration in the page", () => {
    expect(portalConfig()).toEqual(safe);
  });
});
