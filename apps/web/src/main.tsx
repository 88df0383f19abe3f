import { createRoot } from "react-dom/client";
import { fixedPaths } from "./app/router/fixed-paths.ts";
import { startPortal } from "./app/start-portal.ts";
import { provideImportChunk } from "./platform/loading/import-chunk.ts";
import { startTheme } from "./platform/theme/theme-store.ts";

const element = document.getElementById("root");
if (!element) throw new Error("index.html has no element with the id root");

provideImportChunk();
startTheme();
const root = createRoot(element);

// The page starts the session check, because it knows where to redirect after the session has ended.
async function start(): Promise<void> {
  if (location.pathname === fixedPaths.login) {
    const { mountLoginApp } = await import("./app/login-app.tsx");
    startPortal();
    await mountLoginApp(root);
  } else {
    const { mountApp } = await import("./app/portal.tsx");
    startPortal();
    await mountApp(root);
  }
}

// `public/theme.js` shows an error page in outdated browsers, and for a reported error that leaves the page empty.
if (!("unsupported" in document.documentElement.dataset)) start().catch(reportError);
