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

// The session check starts with the page, which knows where to redirect when the session has ended.
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

// `public/theme.js` shows an error page in a browser that is too old, and for a reported error that leaves the page
// empty.
if (!("unsupported" in document.documentElement.dataset)) start().catch(reportError);
