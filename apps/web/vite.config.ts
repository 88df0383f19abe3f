import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups, missingChunks } from "./build/chunk-groups.ts";
import { exportedNames } from "./build/exported-names.ts";
import { pagePreloads } from "./build/page-preloads.ts";
import { textFiles } from "./build/text-files.ts";
import { retryableImports } from "./build/retryable-imports.ts";
import { minifyPublicScripts } from "./build/minify-public-scripts.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { precompress } from "./build/precompress.ts";
import { withoutInfiniteQueries } from "./build/without-infinite-queries.ts";
import { withoutParts } from "./build/without-parts.ts";
import { compiledMessages } from "./src/platform/i18n/compiled-messages-plugin.ts";
import { englishFallback } from "./src/platform/i18n/english-fallback-plugin.ts";

/** Server used by `vite dev`. In production, the page and the API share one origin. */
const serverOrigin = process.env["PORTAL_SERVER"] ?? "http://localhost:8080";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    withoutParts(),
    withoutInfiniteQueries(),
    englishFallback(),
    compiledMessages(),
    textFiles(import.meta.dirname),
    react({ compiler: true }),
    tailwindcss(),
    pagePreloads(import.meta.dirname),
    exportedNames(import.meta.dirname, ["src/platform/i18n/store.ts"]),
    retryableImports(),
    minifyPublicScripts(),
    serviceWorker(import.meta.dirname),
    precompress(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    // The content security policy is `script-src 'self'`, so there must be no inline scripts and no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: missingChunks },
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups(import.meta.dirname) },
        // The initial bundle lists every chunk, and hashes do not compress, so they have only seven characters.
        chunkFileNames: "assets/[name]-[hash:7].js",
        entryFileNames: "assets/[name]-[hash:7].js",
      },
    },
  },
  server: {
    port: 5173,
    strictPort: false,
    proxy: {
      "/api": { target: serverOrigin, changeOrigin: false },
      "/ws": { target: serverOrigin, ws: true, changeOrigin: false },
    },
  },
});
