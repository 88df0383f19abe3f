import { CSPProvider } from "@base-ui/react/csp-provider";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import type { Root } from "react-dom/client";
import { I18nProvider } from "../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../platform/i18n/store.ts";
import { CrashBoundary } from "./crash-boundary.tsx";
import { fetchOnIntent, fetchPage } from "./router/fetch-on-intent.ts";
import { watchNavigation } from "./router/navigation-effects.ts";
import { makeRouter } from "./router/router.tsx";
import { navigateBySession } from "./router/session-redirects.ts";
import "../styles/app.css";

/** Shows the application at the present address. What was on the page before stays until the first page is there. */
export async function openPortal(root: Root): Promise<void> {
  const router = makeRouter();
  navigateBySession(router);
  watchNavigation(router);
  fetchOnIntent(router);
  // The page is made ready while the guard still asks who is signed in.
  fetchPage(router, location.pathname);
  // Shared texts and the first page travel at the same time; the first render finds both.
  await Promise.allSettled([ensureMessages("common", "frame"), router.load()]);
  root.render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <I18nProvider>
          <CrashBoundary>
            <RouterProvider router={router} />
          </CrashBoundary>
        </I18nProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
