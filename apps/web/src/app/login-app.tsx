import { StrictMode, useEffect } from "react";
import type { Root } from "react-dom/client";
import { useTranslations } from "use-intl";
import { LoginPage } from "../features/auth/login-page.tsx";
import { reportPageView } from "../platform/analytics/page-view.ts";
import { whileLoading } from "../platform/app-state/app-state.actions.ts";
import { useAppState } from "../platform/app-state/app-state.store.ts";
import { I18nProvider } from "../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../platform/i18n/store.ts";
import { type Draft, takeDraft } from "../platform/session/draft.ts";
import { restore } from "../platform/session/restore.ts";
import { configureSessionNavigation } from "../platform/session/session-navigation.ts";
import { hasSession, sessionStore, useSession } from "../platform/session/session.store.ts";
import { CrashBoundary } from "./crash-boundary.tsx";
import { loadLockedHelp } from "./pages/locked-help.ts";
import { FailedPage } from "./pages/failed-page.tsx";
import { DownloadError } from "./router/download-error.ts";
import { fixedPaths } from "./router/fixed-paths.ts";
import { safeRedirect } from "./router/safe-redirect.ts";
import { LoadingOverlay } from "../ui/feedback/loading-overlay.tsx";
import { GlobalErrorBox } from "./shell/notices/global-error-box.tsx";
import { useRootClasses } from "./shell/root-classes.ts";
import "../styles/front.css";

const loadPortal = () => import("./portal.tsx");

/**
 * Mounts the login page without the router, which needs a fifth less JavaScript. The application is downloaded when the
 * user starts typing and replaces this page after sign-in.
 * @throws Error if the texts cannot be downloaded.
 */
export async function mountLoginApp(root: Root): Promise<void> {
  configureSessionNavigation({ toLogin: () => undefined, reload: () => location.reload() });
  await Promise.all([
    ensureMessages("common", "frame", "auth"),
    sessionStore.getState().status === "unknown" ? restore().catch(() => false) : undefined,
  ]);
  const enter = () => {
    whileLoading(() => enterApp(root)).catch((error: unknown) =>
      root.render(
        <I18nProvider>
          <FailedPage error={new DownloadError(error)} />
        </I18nProvider>,
      ),
    );
  };
  if (hasSession(sessionStore.getState())) return enterApp(root);
  reportPageView(fixedPaths.login);
  root.render(
    <StrictMode>
      <I18nProvider>
        <CrashBoundary>
          <LoginApp onSignedIn={enter} />
        </CrashBoundary>
      </I18nProvider>
    </StrictMode>,
  );
}

async function enterApp(root: Root): Promise<void> {
  const { user, restriction } = sessionStore.getState();
  const draft = takeDraft(user?.id ?? "");
  // A user who locked the screen and signs in again after a colleague finds their page unchanged.
  if (draft !== null && restriction === null) return reopenDraft(draft);
  const { mountApp } = await loadPortal();
  const requestedUrl = new URLSearchParams(location.search).get("redirect");
  history.replaceState(null, "", safeRedirect(requestedUrl));
  await mountApp(root);
}

/** Loads the page of a draft. */
function reopenDraft(draft: Draft): Promise<void> {
  const replace = (href: string) => location.replace(href);
  return import("../platform/session/continue-draft.ts").then(
    ({ continueDraft }) => continueDraft(draft, { replace }),
    () => replace(draft.href),
  );
}

function LoginApp({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useTranslations("frame");
  const loading = useAppState((state) => state.loading);
  const signedIn = useSession(hasSession);
  const title = t("pattern", { title: t("titles.login"), product: t("product") });
  useRootClasses();
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (signedIn) onSignedIn();
  }, [signedIn, onSignedIn]);
  return (
    <div onInput={() => void loadPortal().catch(() => undefined)}>
      <LoginPage loadLockedHelp={loadLockedHelp} />
      <GlobalErrorBox />
      {loading && <LoadingOverlay label={t("loading")} />}
    </div>
  );
}
