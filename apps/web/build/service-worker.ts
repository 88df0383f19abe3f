import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { languages } from "@praxisportal/contract/languages";
import { minifySync, transformWithOxc, type Plugin, type Rolldown } from "vite";

/** Script that unregisters the service worker. It is served in its place if the portal has switched it off. */
const removal = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));`;

/**
 * Writes the service worker and the list of the files that it stores (`precache.json`), which are scripts, styles,
 * files of `public/`, and the texts by language. Both contain the build id, so that the worker changes with any file.
 */
export function serviceWorker(root: string): Plugin {
  const source = `${root}/service-worker/service-worker.ts`;
  return {
    name: "praxisportal:service-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const code = readFileSync(source, "utf8");
        const assets = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
        const files = [...readdirSync(`${root}/public`), ...assets.filter((file) => !file.endsWith(".json"))];
        const buildId = createHash("sha256")
          .update(JSON.stringify([code, pageOf(bundle), files.toSorted(), assets.toSorted()]))
          .digest("hex")
          .slice(0, 16);
        const texts = Object.fromEntries(
          languages.map((language) => [
            language,
            assets.filter((file) => file.endsWith(`.${language}.json`)).map(path),
          ]),
        );
        const list = JSON.stringify({ buildId, files: files.map(path), texts });
        const script = (await transformWithOxc(code, source)).code.replaceAll(
          "currentBuildId",
          JSON.stringify(buildId),
        );
        this.emitFile({ type: "asset", fileName: "precache.json", source: list });
        this.emitFile({ type: "asset", fileName: "service-worker.js", source: minified(script) });
        this.emitFile({ type: "asset", fileName: "service-worker-removal.js", source: minified(removal) });
      },
    },
  };
}

const path = (file: string) => `/${file}`;

function minified(script: string): string {
  return minifySync("service-worker.js", script, { module: true }).code;
}

function pageOf(bundle: Rolldown.OutputBundle): string {
  const page = bundle["index.html"];
  if (page?.type !== "asset") throw new Error("service worker: the build has no page");
  return String(page.source);
}
