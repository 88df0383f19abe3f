import Wifi from "lucide-react/icons/wifi";
import WifiOff from "lucide-react/icons/wifi-off";
import { useTranslations } from "use-intl";
import { useAppState } from "../../../platform/app-state/app-state.store.ts";
import { reconnect } from "../../../platform/realtime/realtime.ts";
import { useRealtimeHasGivenUp, useRealtimeState } from "../../../platform/realtime/use-realtime.ts";
import { portalConfig } from "../../../platform/storage/portal-config.ts";
import { Button } from "../../../ui/button/button.tsx";
import { cx } from "../../../ui/cx.ts";

type Shown = "connected" | "connecting" | "disconnected" | "offline";

const colorClasses: Record<Shown, string> = {
  connected: "text-success",
  connecting: "text-text-3",
  disconnected: "text-warning",
  offline: "text-warning",
};

/** Shows whether live updates arrive. Hidden if they are switched off. */
export function ConnectionState() {
  const t = useTranslations("shell");
  const online = useAppState((state) => state.online);
  const realtime = useRealtimeState();
  const hasGivenUp = useRealtimeHasGivenUp();
  if (!portalConfig().features.websocket) return null;
  const live: Shown = realtime === "closing" ? "disconnected" : realtime;
  const shown: Shown = online ? live : "offline";
  const Icon = shown === "connected" || shown === "connecting" ? Wifi : WifiOff;
  const word = t(`connection.${shown}`);
  const hint = shown === "connected" || shown === "disconnected" ? t(`connection.${shown}Hint`) : undefined;
  // Replaces the state and is announced to screen readers; one click retries.
  if (hasGivenUp && online) {
    return (
      <div role="status" aria-label={t("connection.label", { state: word })} data-state="gave-up">
        <Button
          size="small"
          variant="quiet"
          icon={WifiOff}
          title={t("connection.disconnectedHint")}
          onClick={reconnect}
        >
          {t("connection.reconnect")}
        </Button>
      </div>
    );
  }
  return (
    <p
      role="status"
      title={hint}
      aria-label={t("connection.label", { state: word })}
      data-state={shown}
      className="flex items-center gap-2 text-small text-text-2 max-lg:px-1"
    >
      <Icon size={16} strokeWidth={2} className={cx("shrink-0", colorClasses[shown])} aria-hidden />
      {/* Wide enough for the usual texts, so that the bar does not shift once connected. */}
      <span className="max-lg:sr-only lg:min-w-28">{word}</span>
    </p>
  );
}
