import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { PageVariants } from "./page-variants.ts";
import { pageVariants } from "./web-app.ts";

const html = `<html><head><script src="/theme.js"></script><script type="module" src="/assets/main.js"></script></head></html>`;

const preloads = {
  "/users/$userId": {
    scripts: ["/assets/main.js", "/assets/person.js"],
    styles: [],
    texts: { de: ["/assets/p.de.js"] },
  },
  "/users": {
    scripts: ["/assets/main.js", "/assets/list.js"],
    styles: ["/assets/all.css"],
    texts: { de: [] },
  },
  "/dashboard": { scripts: ["/assets/home.js"], styles: [], texts: { de: [] } },
  "*": { scripts: ["/assets/app.js"], styles: [], texts: { de: [] } },
};

async function get(url: string, encoding?: string) {
  const app = Fastify();
  const page = new PageVariants(html, { note: `a"<b&c` }, preloads);
  app.setNotFoundHandler((request, reply) => page.send(request, reply));
  const headers = encoding === undefined ? {} : { "accept-encoding": encoding };
  const response = await app.inject({ url, headers });
  await app.close();
  return response;
}

describe("PageVariants", () => {
  it.each([
    ["/users", ["/assets/all.css", "/assets/list.js"]],
    ["/users/?page=2", ["/assets/all.css", "/assets/list.js"]],
    ["/users/0199-a", ["/assets/person.js"]],
    ["/", ["/assets/home.js"]],
    ["/users/0199-a/more", ["/assets/app.js"]],
    ["/usersX", ["/assets/app.js"]],
  ])("adds one preload hint in %s for each file that its route needs", async (url, expected) => {
    const { body } = await get(url);
    const hints = [...body.matchAll(/<link rel="(?:modulepreload|stylesheet)" crossorigin href="([^"]+)">/g)];
    expect(hints.map(([, href]) => href)).toEqual(expected);
  });

  it("escapes texts and settings in attributes", async () => {
    const { body } = await get("/users/1");
    expect(body).toContain(`data-texts="{&quot;de&quot;:[&quot;/assets/p.de.js&quot;]}"`);
    expect(body).toContain(`content="{&quot;note&quot;:&quot;a\\&quot;&lt;b&amp;c&quot;}"`);
  });

  it.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip, deflate", "gzip", gunzipSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
    ["identity", undefined, (body: Buffer) => body],
  ])("compresses for clients that accept %s", async (accepted, encoding, read) => {
    const plain = await get("/users");
    const response = await get("/users", accepted);
    expect(response.headers["content-encoding"]).toBe(encoding);
    expect(response.headers["vary"]).toBe("accept-encoding");
    expect(read(response.rawPayload).toString()).toBe(plain.body);
  });
});

describe("/debug-auth", () => {
  const parts = {
    ...preloads,
    "/debug-auth": { scripts: ["/assets/debug-auth.js"], styles: [], texts: { de: [] } },
  };
  const features = { twoFactor: true, legacy: true, websocket: true, serviceWorker: true };

  async function serve(debugAuth: boolean, url: string): Promise<string> {
    const app = Fastify();
    const urls = { analyticsUrl: undefined, imprintUrl: undefined, privacyUrl: undefined };
    const config = { ...urls, features, demo: false, debugAuth, maintenance: false };
    const page = pageVariants(html, config, parts);
    app.setNotFoundHandler((request, reply) => page.send(request, reply));
    const { body } = await app.inject({ url });
    await app.close();
    return body;
  }

  it("see R2.1-03 is passed to the page, with preload hints, while it is enabled", async () => {
    const body = await serve(true, "/debug-auth");
    expect(body).toContain("&quot;debugAuth&quot;:true");
    expect(body).toContain("/assets/debug-auth.js");
  });

  it("see R2.1-03 is treated like an unknown path and not mentioned if it is switched off", async () => {
    const body = await serve(false, "/debug-auth");
    expect(body).toBe(await serve(false, "/never-existed"));
    expect(body).not.toMatch(/debug/i);
    expect(await serve(false, "/users")).not.toMatch(/debug/i);
  });
});
