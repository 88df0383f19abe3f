import { CSPProvider } from "@base-ui/react/csp-provider";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import type { Root } from "react-dom/client";
import { I18nProvider } from "../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../platform/i18n/store.ts";
import { CrashBoundary } from "./crash-boundary.tsx";
import { fetchOnIntent, fetchPage } from "./router/fetch-on-intent.ts";
import { watchNavigation } from "./router/navigation-effects.ts";
import { createAppRouter } from "./router/router.tsx";
import { navigateBySession } from "./router/session-redirects.ts";
import "../styles/app.css";

/**
 * Mounts the application at the current URL. The existing page stays until the first page is ready.
 * @throws Error if the shared texts cannot be downloaded.
 */
export async function mountApp(root: Root): Promise<void> {
  const router = createAppRouter();
  navigateBySession(router);
  watchNavigation(router);
  fetchOnIntent(router);
  // Start downloading the page while the guard is still restoring the session.
  void fetchPage(router, location.pathname).catch(() => undefined);
  // Loads the shared texts and the first page in parallel before the first render. The router shows its own failures.
  await Promise.all([ensureMessages("common", "frame"), router.load().catch(() => undefined)]);
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
