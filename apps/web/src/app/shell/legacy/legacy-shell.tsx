import { QueryClientProvider } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import LogOut from "lucide-react/icons/log-out";
import CloudOff from "lucide-react/icons/cloud-off";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ModeBadge } from "../../../features/legacy/mode-badge.tsx";
import { legacySession } from "../../../platform/session/legacy/legacy-session.ts";
import { signOutOfLegacy } from "../../../platform/session/legacy/sign-out-of-legacy.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Logo } from "../../../ui/layout/logo.tsx";
import { queryClient } from "../../providers/query-client.ts";
import { routeTable } from "../../router/route-table.ts";
import { InAppLayout } from "../in-app-layout.ts";
import { navigationFor } from "../navigation/navigation-items.ts";
import { usePrintMark } from "../use-print-mark.ts";
import { useLegacyIdle } from "./use-legacy-idle.ts";

/** The session has no portal user. */
const noPrincipal = { role: "", permissions: [] };

/** Links the three pages in a column from 768 px on, or in a row below the top bar in a narrow window. */
function Navigation() {
  const t = useTranslations("legacy");
  const frame = useTranslations("frame");
  const path = useLocation({ select: ({ pathname }) => pathname });
  const items = navigationFor(noPrincipal, true).find(({ key }) => key === "legacy")?.items ?? [];
  return (
    <nav aria-label={t("shell.navigation")}>
      <ul className="flex gap-1 md:grid">
        {items.map(({ route, icon: Icon }) => (
          <li key={route} className="shrink-0">
            <Link
              to={routeTable[route].path}
              aria-current={path === routeTable[route].path ? "page" : undefined}
              className="flex min-h-11 items-center gap-2 rounded-r-3 border border-transparent px-3 text-body whitespace-nowrap font-nav text-text-2 transition-colors duration-(--t-quick) hover:bg-surface-3 hover:text-text aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-strong aria-[current=page]:text-text md:min-h-9 md:gap-3 [&_svg]:shrink-0 aria-[current=page]:[&_svg]:text-accent-text"
            >
              <Icon size={18} strokeWidth={1.75} aria-hidden />
              {frame(`titles.${routeTable[route].title}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Layout() {
  const t = useTranslations("legacy");
  const frame = useTranslations("frame");
  const [session] = useState(legacySession);
  const [isLeaving, setIsLeaving] = useState(false);
  const page = useLocation({ select: ({ pathname }) => pathname });
  useLegacyIdle();
  usePrintMark(session?.practiceName);
  return (
    <div className="flex min-h-dvh flex-col [--table-top:56px]">
      <a
        href="#content"
        className="absolute top-2 left-2 z-60 -translate-y-24 rounded-r-3 bg-overlay px-4 py-2 text-body font-strong text-accent-text shadow-sh-2 focus:translate-y-0"
      >
        {frame("skip")}
      </a>
      <header
        aria-label={t("shell.topBar")}
        className="sticky top-0 z-30 flex min-h-14 items-center gap-3 border-b border-line bg-surface px-4 md:gap-4 md:px-6 print:hidden"
      >
        <Logo name={frame("product")} size={28} className="max-md:[&>span]:sr-only" />
        <p
          title={session?.practiceName}
          className="min-w-0 flex-1 overflow-hidden text-body font-strong text-ellipsis whitespace-nowrap text-text max-sm:sr-only"
        >
          {session?.practiceName}
        </p>
        <span className="ml-auto" data-connection-mode="legacy">
          <ModeBadge />
        </span>
        <p className="text-dense whitespace-nowrap text-text-2 max-lg:sr-only">
          {t("shell.signedInAs", { name: session?.username ?? "" })}
        </p>
        <Button
          size="small"
          icon={LogOut}
          busy={isLeaving}
          onClick={() => {
            setIsLeaving(true);
            void signOutOfLegacy();
          }}
        >
          {t("shell.signOut")}
        </Button>
      </header>
      <Banner icon={CloudOff} state={t("shell.notice")} text={t("shell.noticeText")} />
      <div className="flex min-w-0 flex-1 max-md:flex-col">
        <div className="shrink-0 border-line bg-side p-2 max-md:overflow-x-auto max-md:border-b md:w-60 md:border-r md:px-3 md:py-4 print:hidden">
          <Navigation />
        </div>
        <main
          key={page}
          id="content"
          tabIndex={-1}
          className="motion-page mx-auto w-full max-w-[1440px] min-w-0 flex-1 scroll-mt-14 p-4 md:p-6"
        >
          <InAppLayout value={true}>
            <Outlet />
          </InAppLayout>
        </main>
      </div>
    </div>
  );
}

/** The layout of a session of the legacy practice server: its three pages and the sign-out. */
export function LegacyShell() {
  // After the session has ended, the next page's guard may already be redirecting.
  const isLegacy = useSession(({ status }) => status === "legacy");
  if (!isLegacy) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <Layout />
    </QueryClientProvider>
  );
}
