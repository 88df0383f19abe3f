import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config/config.ts";
import { type PagePreloads, PageVariants } from "./page-variants.ts";
import { isApi } from "../server.ts";

/** Path of the page about a browser's own session. */
const debugAuthPath = "/debug-auth";

const webRoot = fileURLToPath(new URL("../../../../../web/dist/", import.meta.url));

/**
 * Returns the preload lists of the build. If they are missing, there are none, and the page discovers its files itself.
 */
function readPreloads(): PagePreloads {
  const file = join(webRoot, "page-preloads.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as PagePreloads) : {};
}

/**
 * Creates the page with the values that it needs before its first request, which must not include secrets. A disabled
 * page is not mentioned, and its path behaves like an unknown one.
 */
export function pageVariants(
  html: string,
  config: Pick<
    Config,
    "analyticsUrl" | "imprintUrl" | "privacyUrl" | "features" | "demo" | "debugAuth" | "maintenance"
  >,
  preloads: PagePreloads,
): PageVariants {
  const { analyticsUrl = null, imprintUrl = null, privacyUrl = null, features, demo, maintenance } = config;
  const pageConfig = { analyticsUrl, imprintUrl, privacyUrl, features, demo, maintenance };
  if (config.debugAuth) return new PageVariants(html, { ...pageConfig, debugAuth: true }, preloads);
  const { [debugAuthPath]: _hidden, ...others } = preloads;
  return new PageVariants(html, pageConfig, others);
}

/**
 * Serves the built web application. Hashed files are cached for a year. The page is always revalidated. It is returned
 * for every path that is neither a file nor a call, and to a user who opens the address of a missing file. Serves
 * nothing if the application was not built, because the API works without it.
 */
export async function serveWebApp(
  app: FastifyInstance,
  config: Config,
  unknownPath: (method: string, url: string) => Error,
): Promise<void> {
  const indexFile = join(webRoot, "index.html");
  const isBuilt = existsSync(indexFile);
  const page = isBuilt ? pageVariants(readFileSync(indexFile, "utf8"), config, readPreloads()) : undefined;
  if (isBuilt) await serveFiles(app, config);
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === "GET" || request.method === "HEAD";
    const isFile = /\.\w{2,5}$/.test(request.url.split("?", 1)[0] ?? "");
    // A script, style or image must not receive a page in place of its missing file.
    const isOpened = request.headers.accept?.includes("text/html") === true;
    if (!page || !isPage || (isFile && !isOpened) || isApi(request.url))
      throw unknownPath(request.method, request.url);
    if (isFile) reply.code(404);
    return page.send(request, reply);
  });
}

/** Files of the build that browsers do not request under their own names. */
const notServed = /^(?:index\.html|page-preloads\.json|service-worker-removal\.js)$|\.(?:br|gz)$/;

/**
 * Serves the files of the build that exist at the start. All files in `assets` share one route, because one route for
 * each of them took 6 MB and half a second of every start.
 */
async function serveFiles(app: FastifyInstance, { features }: Pick<Config, "features">): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    serve: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      const isHashed = path.includes("/assets/");
      response.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  const assets = new Set(
    readdirSync(join(webRoot, "assets"), { encoding: "utf8", recursive: true })
      .filter((name) => !notServed.test(name))
      .map((name) => name.replaceAll("\\", "/")),
  );
  app.get<{ Params: { "*": string } }>("/assets/*", (request, reply) => {
    const name = request.params["*"];
    if (!assets.has(name)) {
      reply.callNotFound();
      return reply;
    }
    return reply.sendFile(`assets/${name}`);
  });
  for (const entry of readdirSync(webRoot, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isFile() || notServed.test(name)) continue;
    // Browsers look for a new version with every page, so the installed service workers remove themselves.
    const file = name === "service-worker.js" && !features.serviceWorker ? "service-worker-removal.js" : name;
    app.get(`/${name}`, (_request, reply) => reply.sendFile(file));
  }
}
