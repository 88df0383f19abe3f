import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { deviceCookie } from "./cookies.ts";
import { isForwarded } from "./forwarded.ts";
import { ProblemError } from "../problem.ts";
import { readOrigin, assertSameSite } from "./request-origin.ts";

const cookie = deviceCookie({ publicUrl: new URL("http://localhost:8080"), port: 8080 });
const ownOrigins = new Set(["http://localhost:8080", "http://127.0.0.1:8080"]);

function request(headers: Record<string, string | string[]>, method = "POST"): FastifyRequest {
  const raw = { headers, httpVersion: "1.1", socket: { remoteAddress: "192.0.2.7" } };
  return { headers, method, raw, id: "request-1", ip: "192.0.2.7" } as unknown as FastifyRequest;
}

const read = (headers: Record<string, string | string[]>) =>
  readOrigin(request(headers), cookie, "/api/v1/x/{id}");

describe("the origin of a request", () => {
  it("see R7s-39 R7s-40 is a browser only if it has Origin or Sec-Fetch-Site", () => {
    expect(read({ origin: "http://localhost:8080" }).isBrowser).toBe(true);
    expect(read({ "sec-fetch-site": "same-origin" }).isBrowser).toBe(true);
    expect(read({ origin: "null" }).isBrowser).toBe(true);
    expect(
      read({ "user-agent": "Mozilla/5.0", cookie: "portal_8080=x", referer: "http://localhost" }).isBrowser,
    ).toBe(false);
  });

  it("N72 is a proxy if it has any header that proxies add", () => {
    for (const name of [
      "via",
      "forwarded",
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-forwarded-port",
      "x-forwarded-server",
      "x-forwarded-anything",
      "x-original-forwarded-for",
      "x-real-ip",
      "x-client-ip",
      "x-cluster-client-ip",
      "cf-connecting-ip",
      "cf-ray",
      "true-client-ip",
      "fastly-client-ip",
      "cdn-loop",
    ]) {
      expect([name, read({ [name]: "" }).isForwarded]).toEqual([name, true]);
    }
    expect(read({ "user-agent": "x", "x-organization-id": "x", origin: "x" }).isForwarded).toBe(false);
  });

  const cameThroughProxy = (host: string | undefined, remoteAddress: string, httpVersion = "1.1") =>
    isForwarded({ headers: { host }, httpVersion, socket: { remoteAddress } } as unknown as IncomingMessage);

  it("N72 is a proxy if a request from this machine names another host", () => {
    for (const host of [
      "portal.example",
      "portal.example:8080",
      "10.0.0.1",
      "localhost.example",
      "[::2]",
      "",
    ]) {
      expect([host, cameThroughProxy(host, "127.0.0.1")]).toEqual([host, true]);
      expect([host, cameThroughProxy(host, "::ffff:127.0.0.1")]).toEqual([host, true]);
      expect([host, cameThroughProxy(host, "192.0.2.7")]).toEqual([host, false]);
    }
    for (const host of ["localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", undefined]) {
      expect([host, cameThroughProxy(host, "::1")]).toEqual([host, false]);
    }
  });

  it("N72 is a proxy if it uses HTTP/1.0", () => {
    expect(cameThroughProxy("localhost", "127.0.0.1", "1.0")).toBe(true);
  });

  it("includes only the secret of this portal's cookie", () => {
    expect(read({ cookie: "portal_8080=mine; portal_8081=other" }).deviceSecret).toBe("mine");
    expect(read({ cookie: "portal_8081=other" }).deviceSecret).toBeUndefined();
  });

  it("see R7s-05 keeps a short hash of the fingerprint only for the audit log", () => {
    const { audit, ...origin } = read({ "x-device-fingerprint": "front-desk-1" });
    expect(audit.fingerprintHash).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify([audit, origin])).not.toContain("front-desk-1");
    expect(read({}).audit.fingerprintHash).toBeNull();
    expect(origin).toEqual({ ...read({}), audit: undefined });
  });

  it("includes the route and address for the audit log, but no query and no token", () => {
    const { audit } = read({ authorization: "Bearer secret-token", cookie: "portal_8080=secret-cookie" });
    expect(audit).toMatchObject({ route: "/api/v1/x/{id}", address: "192.0.2.7", sessionId: null });
    expect(JSON.stringify(audit)).not.toMatch(/secret/);
  });

  it("truncates a user agent after 300 characters", () => {
    expect(read({ "user-agent": "x".repeat(9_000) }).userAgent).toHaveLength(300);
    expect(read({}).userAgent).toBeNull();
  });
});

describe("N40 requests from other sites", () => {
  const rejectionOf = (headers: Record<string, string>, method = "POST") => {
    try {
      assertSameSite(request(headers, method), ownOrigins);
      return undefined;
    } catch (error) {
      return error instanceof ProblemError ? error.code : error;
    }
  };

  it("are refused by a foreign Origin, even if it is similar", () => {
    for (const origin of [
      "https://localhost:8080",
      "http://localhost:8080.evil.example",
      "http://localhost:8080/",
      "http://LOCALHOST:8080",
      "http://localhost",
      "http://localhost:80800",
      "null",
      "",
    ]) {
      expect([origin, rejectionOf({ origin })]).toEqual([origin, "CROSS_SITE_REQUEST"]);
    }
  });

  it("are refused by Sec-Fetch-Site, even with the portal's own Origin", () => {
    for (const site of ["cross-site", "same-site", "", "SAME-ORIGIN", "same-origin, cross-site"]) {
      const headers = { origin: "http://localhost:8080", "sec-fetch-site": site };
      expect([site, rejectionOf(headers)]).toEqual([site, "CROSS_SITE_REQUEST"]);
    }
  });

  it("are distinguished from those of the portal, the address bar and programs, and from reads", () => {
    expect(rejectionOf({ origin: "http://127.0.0.1:8080", "sec-fetch-site": "same-origin" })).toBeUndefined();
    expect(rejectionOf({ "sec-fetch-site": "none" })).toBeUndefined();
    expect(rejectionOf({})).toBeUndefined();
    for (const method of ["GET", "HEAD"]) {
      expect(
        rejectionOf({ origin: "https://evil.example", "sec-fetch-site": "cross-site" }, method),
      ).toBeUndefined();
    }
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
      expect(rejectionOf({ origin: "https://evil.example" }, method)).toBe("CROSS_SITE_REQUEST");
    }
  });
});
