import { CSPProvider } from "@base-ui/react/csp-provider";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { navigateBySession } from "./app/router/session-redirects.ts";
import { makeRouter } from "./app/router/router.tsx";
import { watchNavigation } from "./app/router/navigation-effects.ts";
import { startPortal } from "./app/start-portal.ts";
import { I18nProvider } from "./platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "./platform/i18n/store.ts";
import { startTheme } from "./platform/theme/theme-store.ts";
import "./styles/app.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");

startTheme();
const router = makeRouter();
navigateBySession(router);
watchNavigation(router);
startPortal();

// Shared texts and the first page travel at the same time; the first render finds both.
await Promise.allSettled([ensureMessages("common", "frame"), router.load()]);

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <I18nProvider>
        <RouterProvider router={router} />
      </I18nProvider>
    </CSPProvider>
  </StrictMode>,
);
