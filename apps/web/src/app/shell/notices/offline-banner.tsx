import WifiOff from "lucide-react/icons/wifi-off";
import { useTranslations } from "use-intl";
import { useAppState } from "../../../platform/app-state/app-state.store.ts";
import { Banner } from "../../../ui/feedback/banner.tsx";

/** Shows that the browser is offline and how many changes are pending. Disappears when it is online again. */
export function OfflineBanner() {
  const t = useTranslations("frame");
  const online = useAppState((state) => state.online);
  const count = useAppState((state) => state.pendingSyncCount);
  if (online) return null;
  const state = count > 0 ? `${t("offline.title")} · ${t("offline.pending", { count })}` : t("offline.title");
  return <Banner icon={WifiOff} state={state} text={t("offline.text")} />;
}
