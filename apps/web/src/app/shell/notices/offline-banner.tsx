// Rarely rendered. Without memoization, the start chunk is smaller.
"use no memo";

import WifiOff from "lucide-react/icons/wifi-off";
import { useTranslations } from "use-intl";
import { useAppState } from "../../../platform/app-state/app-state.store.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Dotted } from "../../../ui/label/dotted.tsx";

/**
 * Shows that the server cannot be reached and how many changes are pending. Disappears when it can be reached again.
 */
export function OfflineBanner() {
  const t = useTranslations("frame");
  const format = useFormat();
  const since = useAppState((state) => state.offlineSince);
  const count = useAppState((state) => state.pendingSyncCount);
  if (since === null) return null;
  return (
    <Banner
      icon={WifiOff}
      state={<Dotted details={[t("offline.title"), count > 0 && t("offline.pending", { count })]} />}
      text={t("offline.text", { time: format.time(since) })}
    />
  );
}
