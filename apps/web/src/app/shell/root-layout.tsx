import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { DiscardDialog } from "../../platform/forms/discard-dialog.tsx";
import { OfflineBlock, OfflineWritable } from "../../platform/forms/write-block.tsx";
import { useAppState } from "../../platform/app-state/app-state.store.ts";
import { LoadingOverlay } from "../../ui/feedback/loading-overlay.tsx";
import { activeMatch } from "../router/active-match.ts";
import type { RouteDefinition } from "../router/route-definition.ts";
import { routeTable } from "../router/route-table.ts";
import { GlobalErrorBox } from "./notices/global-error-box.tsx";
import { OfflineBanner } from "./notices/offline-banner.tsx";
import { useRootClasses } from "./root-classes.ts";

/** Sets the title of the browser tab, "<route> – <product>", in the interface language. */
function usePageTitle(definition: RouteDefinition | undefined): void {
  const t = useTranslations("frame");
  const title = t(`titles.${definition?.title ?? "notFound"}`);
  useEffect(() => {
    document.title = t("pattern", { title, product: t("product") });
  }, [t, title]);
}

/** Wraps every page, signed in or not. */
export function RootLayout() {
  const t = useTranslations("frame");
  const loading = useAppState((state) => state.loading);
  const definition = useRouterState({ select: (state) => activeMatch(state.matches)?.staticData.definition });
  // The layout of signed-in users has its own place for the banner, and the login page shows the reason itself.
  const hasBanner = definition?.access.kind !== "login" && definition !== routeTable.login;
  usePageTitle(definition);
  useRootClasses();
  return (
    <OfflineBlock>
      {hasBanner && <OfflineBanner />}
      <Outlet />
      <GlobalErrorBox />
      <OfflineWritable>
        <DiscardDialog />
      </OfflineWritable>
      {loading && <LoadingOverlay label={t("loading")} />}
    </OfflineBlock>
  );
}
