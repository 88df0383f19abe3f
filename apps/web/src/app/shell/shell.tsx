// Rarely rendered. Without memoization, the start chunk is smaller.
"use no memo";

import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useAppState } from "../../platform/app-state/app-state.store.ts";
import { lazyDialog, useDownload, withTexts } from "../../platform/loading/lazy-part.tsx";
import { useNotifications } from "../../platform/notifications/notifications.store.ts";
import { lockScreen } from "../../platform/session/lock/lock-screen.ts";
import { useSessionWarning } from "../../platform/session/times/use-session-warning.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { pendingChangesNotice } from "../pending-changes/notice-part.ts";
import { queryClient } from "../providers/query-client.ts";
import { useLiveData } from "../providers/use-live-data.ts";
import { applyOrganizationRegion, useOrganizationRegion } from "../providers/organization-region.ts";
import { CommandSearch, useCommandSearch } from "./commands/command-search.tsx";
import { InAppLayout } from "./in-app-layout.ts";
import { OfflineBanner } from "./notices/offline-banner.tsx";
import { Sidebar } from "./navigation/sidebar.tsx";
import { useSidebarCollapsed } from "./navigation/sidebar-state.ts";
import { StepUp } from "./step-up.tsx";
import { TopBar } from "./top-bar.tsx";
import type { ToastsProps } from "./notices/toasts.tsx";
import { useBackupCodesNotice } from "./notices/use-backup-codes-notice.ts";
import { type OrganizationNotice, useOrganizationNotice } from "./notices/use-organization-notice.ts";
import { useIsPlatform } from "./user/use-principal.ts";
import { WriteBlock } from "../../platform/forms/write-block.tsx";
import type { EventData } from "../../platform/realtime/frames.ts";
import { portalConfig } from "../../platform/storage/portal-config.ts";
import { useRealtimeEvent } from "../../platform/realtime/use-realtime.ts";
import { useKeepPageFocus } from "./use-keep-page-focus.ts";
import { useWorkstationLock } from "./use-workstation-lock.ts";
import { usePrintMark } from "./use-print-mark.ts";
import { useNewSignIn } from "./notices/use-new-sign-in.ts";
import { focusPageSearch, useShortcuts } from "./commands/use-shortcuts.ts";

const SessionWarningDialog = lazyDialog(
  async () => (await import("../../platform/session/times/session-warning-dialog.tsx")).SessionWarningDialog,
);
const organizationBanner = withTexts(
  async () => (await import("./notices/organization-banner.tsx")).OrganizationBanner,
  "organization-notice",
);
const demoBanner = withTexts(
  async () => (await import("./notices/demo-banner.tsx")).DemoBanner,
  "demo-notice",
);
const serviceWorkerUpdates = withTexts(
  async () => (await import("./notices/service-worker-updates.tsx")).ServiceWorkerUpdates,
  "update-notice",
);
const toasts = withTexts(
  async () => (await import("./notices/toasts.tsx")).Toasts,
  "notifications",
  "connection",
);
const KeyboardHelp = lazyDialog(async () => (await import("./commands/keyboard-help.tsx")).KeyboardHelp);
/**
 * Delay before the dialog is loaded: well before the first warning can be due, and after everything the page itself
 * needs.
 */
const warningLoadMs = 60_000;
const idleAfterMs = 3_000;

/** Returns whether the first page has had time to load everything it needs. */
function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsIdle(true), idleAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
}

/**
 * Shows nothing until the banner is downloaded, because a placeholder would move the page twice. If the download fails,
 * disabled controls still show the reason.
 */
function OrganizationNoticeBanner({ notice }: { notice: OrganizationNotice | null }) {
  const { Component } = useDownload(organizationBanner, true);
  return Component !== undefined && <Component notice={notice} />;
}

/** Shows the progress of the demonstration's history, downloaded with the first update about it. */
function DemoNotice() {
  const [progress, setProgress] = useState<EventData>();
  useRealtimeEvent("organizationUpdate", (data) => {
    if (data["type"] === "demo.season_progressed") setProgress(data);
  });
  const { Component } = useDownload(demoBanner, progress !== undefined);
  return Component !== undefined && progress !== undefined && <Component progress={progress} />;
}

/** Shows the user's offline changes that need attention. */
function PendingChanges() {
  const isShown = useAppState(
    ({ pendingSyncCount, syncConflictCount, syncRejectionCount }) =>
      pendingSyncCount + syncConflictCount + syncRejectionCount > 0,
  );
  const { Component } = useDownload(pendingChangesNotice, isShown);
  return Component !== undefined && <Component />;
}

/** Stores the portal for use without a connection, once the first page has everything it needs. */
function ServiceWorker() {
  const isIdle = useIsIdle();
  const { Component } = useDownload(serviceWorkerUpdates, isIdle && portalConfig().features.serviceWorker);
  return Component !== undefined && <Component />;
}

/** Downloaded with the first toast or in advance, because a toast may report that the server does not respond. */
function ToastArea({ lockInSeconds }: ToastsProps) {
  const isIdle = useIsIdle();
  const count = useNotifications((state) => state.toasts.length);
  const { Component, failed, retry } = useDownload(toasts, isIdle || count > 0 || lockInSeconds !== null);
  const online = useAppState((state) => state.online);
  const retryFailed = useEffectEvent(() => {
    if (failed) retry();
  });
  useEffect(() => retryFailed(), [count, online]);
  return Component !== undefined && <Component lockInSeconds={lockInSeconds} />;
}

/** The session expiry dialog. It is prefetched, because it must also open while the browser is offline. */
function SessionWarning() {
  const { open } = useSessionWarning();
  useEffect(() => {
    const timer = setTimeout(() => void SessionWarningDialog.load().catch(() => undefined), warningLoadMs);
    return () => clearTimeout(timer);
  }, []);
  return open && <SessionWarningDialog />;
}

function SkipLink() {
  const t = useTranslations("frame");
  return (
    <a
      href="#content"
      className="absolute top-2 left-2 z-60 -translate-y-24 rounded-r-3 bg-overlay px-4 py-2 text-body font-strong text-accent-text shadow-sh-2 focus:translate-y-0"
    >
      {t("skip")}
    </a>
  );
}

/**
 * Returns the current page by its route. On navigation the focus moves to the new heading, as with a full page load.
 * The first page leaves the focus where the browser put it.
 */
function useDisplayedPage(): string {
  const page = useRouterState({ select: (state) => state.matches.at(-1)?.routeId ?? "" });
  const previous = useRef(page);
  useEffect(() => {
    if (previous.current === page) return undefined;
    previous.current = page;
    const focusHeading = () => {
      const heading = document.querySelector<HTMLElement>("main h1");
      heading?.focus({ preventScroll: true });
      return heading !== null;
    };
    if (focusHeading()) return undefined;
    // The page is still loading. If the user moves the focus in the meantime, it stays there.
    const focusedElement = document.activeElement;
    const observer = new MutationObserver(() => {
      const { activeElement, body } = document;
      const hasMoved = activeElement !== focusedElement && activeElement !== body;
      if (hasMoved || focusHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [page]);
  return page;
}

function AppLayout() {
  const t = useTranslations("shell");
  const common = useTranslations("common");
  const restricted = useSession(({ restriction }) => restriction !== null);
  const notice = useOrganizationNotice();
  const isPlatform = useIsPlatform();
  const organizationName = useSession(({ organization }) => organization?.name);
  const page = useDisplayedPage();
  const isLoading = useRouterState({ select: ({ status }) => status === "pending" });
  useKeepPageFocus();
  const { collapsed, toggle } = useSidebarCollapsed();
  const search = useCommandSearch(!restricted);

  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useShortcuts({
    help: () => setIsHelpOpen(true),
    search: () => {
      if (!focusPageSearch()) search.change(true);
    },
    commands: () => search.change(true),
    lock: lockScreen,
  });
  useLiveData();
  useOrganizationRegion();
  const lockInSeconds = useWorkstationLock();
  useNewSignIn();
  useBackupCodesNotice();
  usePrintMark(organizationName ?? common("print.platform"));

  return (
    <div className="flex min-h-dvh [--table-top:56px]">
      <SkipLink />
      {!restricted && <Sidebar collapsed={collapsed} onToggle={toggle} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar restricted={restricted} onSearch={() => search.change(true)} />
        <OfflineBanner />
        {(notice !== null || (isPlatform && organizationName !== undefined)) && (
          <OrganizationNoticeBanner notice={notice} />
        )}
        <PendingChanges />
        <DemoNotice />
        <ServiceWorker />
        <main
          key={page}
          id="content"
          tabIndex={-1}
          aria-busy={isLoading}
          className="motion-page mx-auto w-full max-w-[1440px] min-w-0 flex-1 scroll-mt-14 p-4 md:p-6"
        >
          <InAppLayout value={true}>
            <WriteBlock
              reason={notice?.isReadOnly === true && !isPlatform ? t(`${notice.kind}.noChanges`) : null}
            >
              <Outlet />
            </WriteBlock>
          </InAppLayout>
        </main>
      </div>
      <ToastArea lockInSeconds={lockInSeconds} />
      <SessionWarning />
      <StepUp />
      <KeyboardHelp open={isHelpOpen} onOpenChange={setIsHelpOpen} />
      {!restricted && <CommandSearch open={search.open} onOpenChange={search.change} />}
    </div>
  );
}

/** Applies the settings that the first page needs to format dates and amounts for the organization. */
export async function prepareShell(): Promise<void> {
  await applyOrganizationRegion();
}

/**
 * The layout for signed-in users. It provides the query client, because pages outside the layout, above all the login
 * page, must not download it.
 */
export function Shell() {
  // After a sign-out, the next page's guard may already be redirecting.
  const signedIn = useSession((session) => session.status === "signedIn");
  if (!signedIn) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <AppLayout />
    </QueryClientProvider>
  );
}
