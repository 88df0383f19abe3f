// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { reportPageView } from "./page-view.ts";

afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

function configure(analyticsUrl: string | null): void {
  const meta = document.createElement("meta");
  meta.name = "portal-config";
  meta.content = JSON.stringify({ analyticsUrl });
  document.head.append(meta);
}

describe("page views", () => {
  it("see R2.2-16 R2.2-18 sends nothing unless analytics is configured", () => {
    const fetch = vi.fn();
    vi.stubGlobal("fetch", fetch);
    reportPageView("/dashboard");
    configure(null);
    reportPageView("/dashboard");
    expect(fetch).not.toHaveBeenCalled();
  });

  it("R2.2-16 R2.2-17 sends the route pattern, without cookies and referrer", () => {
    const fetch = vi.fn(() => Promise.reject(new TypeError("blocked")));
    vi.stubGlobal("fetch", fetch);
    configure("https://analytics.example/collect");
    reportPageView("/users/$userId/permissions");
    const [url, init] = fetch.mock.calls[0] as unknown as [string, RequestInit];
    expect(url).toBe("https://analytics.example/collect");
    expect(JSON.parse(init.body as string)).toEqual({
      type: "pageview",
      route: "/users/$userId/permissions",
    });
    expect(init).toMatchObject({ credentials: "omit", referrerPolicy: "no-referrer" });
  });
});
