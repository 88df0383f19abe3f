import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { type AppState, useAppState } from "../../../platform/app-state/app-state.store.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useRealtimeState } from "../../../platform/realtime/use-realtime.ts";
import { OfflineAbilities } from "./offline-abilities.tsx";
import { PendingSummary } from "./pending-summary.tsx";

const secondMs = 1_000;

/** Returns the whole seconds until a point in time in ms, counting down to 0. */
function useSecondsUntil(at: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);
  return at === null ? 0 : Math.max(0, Math.ceil((at - now) / secondMs));
}

function OfflineText({ since, nextProbeAt }: { since: number; nextProbeAt: AppState["nextProbeAt"] }) {
  const t = useTranslations("connection");
  const format = useFormat();
  const seconds = useSecondsUntil(nextProbeAt);
  const count = useAppState((state) => state.pendingSyncCount);
  const time = format.time(since);
  return (
    <>
      <h2 className="text-body font-strong">
        {count > 0 ? t("offlineWaiting", { time, count }) : t("offline", { time })}
      </h2>
      <p className="text-small text-text-2">{t("next", { seconds })}</p>
    </>
  );
}

function ReachableText() {
  const t = useTranslations("connection");
  const isLegacy = useAppState((state) => state.connectionMode === "legacy");
  const isLive = useRealtimeState() === "connected";
  return (
    <>
      <h2 className="text-body font-strong">{t(isLegacy ? "legacy" : "online")}</h2>
      <p className="text-small text-text-2">
        {t(isLegacy ? "legacyText" : isLive ? "onlineText" : "onlineStale")}
      </p>
    </>
  );
}

/** Shows the content of the connection popover: start of the outage, waiting changes and available actions. */
export function ConnectionDetails() {
  const since = useAppState((state) => state.offlineSince);
  const nextProbeAt = useAppState((state) => state.nextProbeAt);
  return (
    <div className="grid gap-3 p-1">
      <div className="grid gap-0.5">
        {since === null ? <ReachableText /> : <OfflineText since={since} nextProbeAt={nextProbeAt} />}
      </div>
      <PendingSummary />
      {since !== null && <OfflineAbilities />}
    </div>
  );
}
