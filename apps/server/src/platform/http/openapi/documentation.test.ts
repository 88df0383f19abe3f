import { allEndpoints } from "@praxisportal/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import type { OpenApiDocument } from "./openapi-types.ts";

describe("the API documentation", () => {
  let portal: TestApp;

  beforeAll(async () => {
    portal = await createTestApp();
  });

  afterAll(async () => {
    await portal.stop();
  });

  it("R7x-06 describes every call of the server at /api/openapi.json, which needs no session", async () => {
    const response = await fetch(`${portal.baseUrl}/api/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    const document = (await response.json()) as OpenApiDocument;
    expect(document.openapi).toBe("3.1.0");
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(
      allEndpoints.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    for (const call of described) {
      const [method = "", path = ""] = call.split(" ");
      const url = path.replaceAll(/\{(\w+)\}/g, ":$1");
      expect(portal.app.server.hasRoute({ method, url }), call).toBe(true);
    }
  });

  it("R7x-06 is shown at /api/docs from its own origin, within the content security policy", async () => {
    const response = await fetch(`${portal.baseUrl}/api/docs`);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
    const calls = [...page.matchAll(/<span class="method">(.*?)<\/span> <span class="path">(.*?)<\/span>/g)];
    expect(calls.map(([, method, path]) => `${method} ${path}`).toSorted()).toEqual(
      allEndpoints.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    const references = [...page.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, reference = ""]) => reference);
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((reference) => !/^\/[^/]/.test(reference))).toEqual([]);
    expect(page).toContain('<section id="events">');
    const style = await fetch(`${portal.baseUrl}/api/docs.css`);
    expect([style.status, style.headers.get("content-type")?.split(";")[0]]).toEqual([200, "text/css"]);
  });
});
