import { describe, expect, it } from "vitest";
import { securityHeaders } from "./security-headers.ts";

const connectSources = (analyticsUrl: string | undefined) => {
  const headers = securityHeaders({ publicUrl: new URL("http://localhost:8080"), analyticsUrl });
  return /connect-src ([^;]*);/.exec(headers["content-security-policy"] ?? "")?.[1];
};

describe("security headers", () => {
  it("see R2.2-18 let the page call only the portal", () => {
    expect(connectSources(undefined)).toBe("'self'");
  });

  it("R2.2-16 let the page report page views only to the configured origin", () => {
    expect(connectSources("https://zaehler.example:8443/ansicht?x=1;script-src *")).toBe(
      "'self' https://zaehler.example:8443",
    );
  });

  it("see R7x-07 restrict what a page may load and where it may be embedded", () => {
    const headers = securityHeaders({
      publicUrl: new URL("https://portal.example"),
      analyticsUrl: undefined,
    });
    const policy = Object.fromEntries(
      (headers["content-security-policy"] ?? "").split("; ").map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources.join(" ")];
      }),
    );
    expect(policy).toEqual({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": "'self'",
      "style-src-attr": "'unsafe-inline'",
      "img-src": "'self' data:",
      "font-src": "'self'",
      "connect-src": "'self'",
      "manifest-src": "'self'",
      "worker-src": "'self'",
      "base-uri": "'none'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
      "object-src": "'none'",
    });
    expect(headers).toMatchObject({
      "cross-origin-resource-policy": "same-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    });
  });

  it("see R7s-42 require https (HSTS) only over https", () => {
    const headersFor = (address: string) =>
      securityHeaders({ publicUrl: new URL(address), analyticsUrl: undefined })["strict-transport-security"];
    expect(headersFor("https://portal.example")).toContain("max-age=31536000");
    expect(headersFor("http://localhost:8080")).toBeUndefined();
  });
});
