// Rarely rendered. Without memoization, the start chunk is smaller.
"use no memo";

import WifiOff from "lucide-react/icons/wifi-off";
import { useTranslations } from "use-intl";
import { useAppState } from "../../../platform/app-state/app-state.store.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Banner } from "../../../ui/feedback/banner.tsx";

/**
 * Shows that the server cannot be reached and how many changes are pending. Disappears when it can be reached again.
 */
export function OfflineBanner() {
  const t = useTranslations("frame");
  const format = useFormat();
  const since = useAppState((state) => state.offlineSince);
  const count = useAppState((state) => state.pendingSyncCount);
  if (since === null) return null;
  const state =
    count > 0 ? `${t("offline.title")} ·\u00a0${t("offline.pending", { count })}` : t("offline.title");
  return <Banner icon={WifiOff} state={state} text={t("offline.text", { time: format.time(since) })} />;
}
