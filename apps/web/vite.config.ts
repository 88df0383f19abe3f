import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compileMessages } from "./src/platform/i18n/compile-messages-plugin.ts";
import { englishFallback } from "./src/platform/i18n/english-fallback-plugin.ts";

/** Where `vite dev` finds the real server; production serves page and calls from one origin. */
const serverOrigin = process.env["PORTAL_SERVER"] ?? "http://localhost:8080";

/** Components that the pages before signing in use; none of them may import Base UI. */
const loginComponents =
  "button|button-style|cx|spinner|field|input-style|text-input|password-input|native-select|checkbox|segmented-control|message-box|use-leave-clock|clock-bar|logo|brand-arches|link-style";

/**
 * What every page needs stays in few lasting files: a release changes little, and the login page fetches three
 * files and not forty of half a kilobyte each, which compress badly (7 KB gzip more).
 */
const lastingChunks = [
  { name: "react", priority: 2, test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: "router",
    priority: 2,
    test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\//,
  },
  {
    name: "frame",
    priority: 1,
    test: new RegExp(
      [
        `/src/ui/(${loginComponents})\\.tsx?$`,
        "/src/platform/(theme|api-client|storage)/[^/]+\\.tsx?$",
        "/src/platform/i18n/(store|load-messages|languages|regional-wording|i18n-provider)\\.tsx?$",
        "/node_modules/(use-intl|zustand|@formatjs/fast-memoize)/",
        "/node_modules/lucide-react/dist/esm/(?!icons/)",
        "/node_modules/lucide-react/dist/esm/icons/(x|check|minus|eye|eye-off|chevron-down|circle-alert|circle-check|circle-x|info|lock|triangle-alert|sun|moon|monitor|globe)\\.mjs",
        "vite/preload-helper",
      ].join("|"),
    ),
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    englishFallback(),
    compileMessages(import.meta.dirname),
    react({ compiler: true }),
    tailwindcss(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    // The content security policy is `script-src 'self'`: nothing inline, neither scripts nor data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: {
      // A group takes what it names together with everything that needs: chunks that import each other in a
      // circle would run before their parts are there.
      output: { codeSplitting: { groups: lastingChunks } },
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
