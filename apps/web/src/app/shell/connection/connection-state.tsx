// Rarely rendered. Without memoization, the start chunk is smaller.
"use no memo";

import ChevronDown from "lucide-react/icons/chevron-down";
import Wifi from "lucide-react/icons/wifi";
import WifiOff from "lucide-react/icons/wifi-off";
import { useTranslations } from "use-intl";
import { useAppState } from "../../../platform/app-state/app-state.store.ts";
import { lazyPart } from "../../../platform/loading/lazy-part.tsx";
import { reconnect } from "../../../platform/realtime/realtime.ts";
import { useRealtimeHasGivenUp, useRealtimeState } from "../../../platform/realtime/use-realtime.ts";
import { portalConfig } from "../../../platform/storage/portal-config.ts";
import { Button } from "../../../ui/button/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Popover } from "../../../ui/overlay/popover.tsx";

const ConnectionDetails = lazyPart(
  async () => (await import("./connection-details.tsx")).ConnectionDetails,
  "connection",
);

type DisplayState = "connected" | "connecting" | "disconnected" | "offline" | "legacy";

const colorClasses: Record<DisplayState, string> = {
  connected: "text-success",
  connecting: "text-text-3",
  disconnected: "text-warning",
  offline: "",
  legacy: "text-warning",
};

/**
 * Shows the connection mode and, while the server can be reached, whether live updates arrive. Opens the details.
 * Hidden in cloud mode if live updates are switched off.
 */
export function ConnectionState() {
  const t = useTranslations("shell");
  const mode = useAppState((state) => state.connectionMode);
  const realtime = useRealtimeState();
  const hasGivenUp = useRealtimeHasGivenUp();
  if (mode === "cloud" && !portalConfig().features.websocket) return null;
  const live: DisplayState = realtime === "closing" ? "disconnected" : realtime;
  const displayState: DisplayState = mode === "cloud" ? live : mode;
  const Icon = displayState === "connected" || displayState === "connecting" ? Wifi : WifiOff;
  const stateText = t(`connection.${displayState}`);
  const label = t("connection.label", { state: stateText });
  // This button replaces the state and is announced to screen readers. One click retries.
  if (hasGivenUp && mode === "cloud") {
    return (
      <div role="status" aria-label={label} data-state="gave-up" data-problem>
        <Button
          size="small"
          variant="quiet"
          icon={WifiOff}
          title={t("connection.disconnectedHint")}
          className="max-sm:size-11"
          onClick={reconnect}
        >
          <span className="max-sm:sr-only">{t("connection.reconnect")}</span>
        </Button>
      </div>
    );
  }
  const isOffline = displayState === "offline";
  // On a narrow screen, the organization's name gets the space while there is no problem.
  const isQuiet = displayState === "connected" || displayState === "connecting";
  return (
    <div
      role="status"
      aria-label={label}
      data-state={displayState}
      data-problem={!isQuiet || undefined}
      className={cx(isQuiet && "max-sm:hidden")}
    >
      <Popover
        align="end"
        label={label}
        className="w-86"
        trigger={
          <button
            type="button"
            aria-label={label}
            className={cx(
              "flex h-9 min-w-9 items-center justify-center gap-2 rounded-r-3 px-2 text-small max-md:size-11",
              isOffline ? "bg-warning-soft font-strong text-warning" : "text-text-2 hover:bg-surface-3",
            )}
          >
            <Icon
              size={16}
              strokeWidth={2}
              className={cx("shrink-0", colorClasses[displayState])}
              aria-hidden
            />
            {/* Wide enough for the usual texts, so that the bar does not shift once connected. */}
            <span className="text-left max-lg:sr-only lg:min-w-28">{stateText}</span>
            {isOffline && <ChevronDown size={14} strokeWidth={2} className="max-lg:hidden" aria-hidden />}
          </button>
        }
      >
        <ConnectionDetails />
      </Popover>
    </div>
  );
}
