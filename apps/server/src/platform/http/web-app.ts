import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import { isApi } from "./server.ts";

const webRoot = fileURLToPath(new URL("../../../../web/dist/", import.meta.url));

/** What the page must know before its first request, as a tag of its head; no secret. */
function configTag(config: Config): string {
  const value = JSON.stringify({
    analyticsUrl: config.analyticsUrl ?? null,
    features: config.features,
    demo: config.demo,
  });
  const escaped = value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<meta name="portal-config" content="${escaped}" />`;
}

/**
 * Serves the built web application: hashed files for a year, the page itself always fresh and for every path that
 * is no file and no call. Nothing is served when it was not built (the API works without it).
 */
export async function serveWebApp(
  app: FastifyInstance,
  config: Config,
  unknownPath: (method: string, url: string) => Error,
): Promise<void> {
  const indexFile = join(webRoot, "index.html");
  const isBuilt = existsSync(indexFile);
  const page = isBuilt
    ? readFileSync(indexFile, "utf8").replace("</head>", `${configTag(config)}</head>`)
    : "";
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ["**/index.html", "**/*.br", "**/*.gz"],
      setHeaders: (response, path) => {
        const isHashed = path.includes("/assets/");
        response.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === "GET" || request.method === "HEAD";
    const isFile = /\.\w{2,5}$/.test(request.url.split("?", 1)[0] ?? "");
    if (!isBuilt || !isPage || isFile || isApi(request.url)) throw unknownPath(request.method, request.url);
    return reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(page);
  });
}
