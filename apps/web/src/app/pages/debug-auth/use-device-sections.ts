import { useTranslations } from "use-intl";
import { useAppState } from "../../../platform/app-state/app-state.store.ts";
import { useLanguage } from "../../../platform/i18n/i18n-provider.tsx";
import { languageNames } from "../../../platform/i18n/languages.ts";
import { useRealtimeState } from "../../../platform/realtime/use-realtime.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { portalConfig } from "../../../platform/storage/portal-config.ts";
import { useTheme } from "../../../platform/theme/use-theme.ts";
import type { Detail, Section } from "./detail.ts";
import { useSecret } from "./use-session-sections.ts";
import type { StoredState } from "./stored-state.ts";
import type { Checks } from "./use-checks.ts";

/** Clock difference from which one-time codes may be rejected. */
const clockLimitMs = 30_000;
const secondMs = 1000;

type Brand = { readonly brand: string; readonly version: string };

/** Returns the names of browser and system from client hints, or without them the full user agent string. */
function browserName(): string {
  const uaData = (navigator as { userAgentData?: { brands: readonly Brand[]; platform: string } })
    .userAgentData;
  const brand = uaData?.brands.findLast(({ brand: name }) => !/not.?a.?brand/i.test(name));
  return uaData && brand ? `${brand.brand} ${brand.version} · ${uaData.platform}` : navigator.userAgent;
}

/** Returns the section about this browser's connection to the portal. */
export function useConnectionSection({ clockAheadMs }: Checks, { waiting }: StoredState): Section {
  const t = useTranslations("debug-auth");
  const online = useAppState((state) => state.online);
  const realtime = useRealtimeState();
  const isSignedIn = useSession((session) => session.status === "signedIn");
  const isLive = portalConfig().features.websocket;
  const isOff = typeof clockAheadMs === "number" && Math.abs(clockAheadMs) >= clockLimitMs;
  const clock = (): string => {
    if (clockAheadMs === undefined) return t("server.asking");
    if (clockAheadMs === null) return t("server.unreachable");
    const seconds = Math.round(Math.abs(clockAheadMs) / secondMs);
    if (seconds === 0) return t("clock.same");
    return t(clockAheadMs > 0 ? "clock.ahead" : "clock.behind", { seconds });
  };
  const details: (Detail | null)[] = [
    {
      label: t("connection.network"),
      value: t(online ? "connection.online" : "connection.offline"),
      meaning: online ? "ok" : "warning",
    },
    // Without a session, there is no live connection.
    isSignedIn
      ? {
          label: t("connection.live"),
          value: t(isLive ? `live.${realtime}` : "live.off"),
          ...(isLive && realtime === "connected" && { meaning: "ok" as const }),
        }
      : null,
    {
      label: t("connection.waiting"),
      value: t("connection.changes", { count: waiting }),
      ...(waiting > 0 && { meaning: "warning" as const }),
    },
    { label: t("clock.label"), value: clock(), ...(isOff && { meaning: "warning" as const }) },
  ];
  return {
    key: "connection",
    title: t("connection.title"),
    details: details.filter((detail) => detail !== null),
  };
}

/** Returns the section about this device and its capabilities. */
export function useDeviceSection({ workstation, ownPasskeys }: Checks, snapshot: StoredState): Section {
  const t = useTranslations("debug-auth");
  const { workstation: storedWorkstation } = snapshot;
  const workstationText = (): string => {
    if (workstation === undefined) return t("server.asking");
    if (workstation === "unreachable") return t("server.unreachable");
    if (workstation === null) return t("device.unknown");
    return workstation.label ?? t("device.unnamed");
  };
  const passkeys = ownPasskeys === null ? "no" : ownPasskeys === true ? "own" : "other";
  const permissionText = (isAllowed: boolean) =>
    ({ value: t(isAllowed ? "allowed" : "forbidden"), meaning: isAllowed ? "ok" : "failed" }) as const;
  const details: (Detail | null)[] = [
    { label: t("device.workstation"), value: workstationText() },
    {
      label: t("device.shared"),
      value: t(storedWorkstation.shared ? "device.isShared" : "device.isOwn"),
    },
    storedWorkstation.autoLockMinutes === null
      ? null
      : {
          label: t("device.autoLock"),
          value: t("device.minutes", { count: storedWorkstation.autoLockMinutes }),
        },
    snapshot.isLocked
      ? { label: t("device.screen"), value: t("device.locked"), meaning: "locked" as const }
      : null,
    { label: t("device.cookies"), ...permissionText(navigator.cookieEnabled) },
    { label: t("device.storage"), ...permissionText(snapshot.isStorageAllowed) },
    {
      label: t("device.passkeys"),
      value: ownPasskeys === undefined ? t("server.asking") : t(`passkeys.${passkeys}`),
      ...(ownPasskeys !== undefined && {
        meaning: passkeys === "no" ? ("warning" as const) : ("ok" as const),
      }),
    },
  ];
  return { key: "device", title: t("device.title"), details: details.filter((detail) => detail !== null) };
}

/** Returns the technical section about the browser and the mode of the portal. */
export function useBrowserSection({ deviceLabel }: StoredState): Section {
  const t = useTranslations("debug-auth");
  const common = useTranslations("common");
  const secret = useSecret();
  const language = useLanguage();
  const { mode: theme } = useTheme();
  const mode = useAppState((state) => state.connectionMode);
  const details: Detail[] = [
    { label: t("connection.mode"), value: t(`modes.${mode}`) },
    secret(t("device.label"), deviceLabel),
    { label: t("device.browser"), value: browserName() },
    { label: t("device.language"), value: `${languageNames[language]} · ${navigator.language}` },
    { label: common("theme.label"), value: common(`theme.${theme}`) },
    { label: t("device.timeZone"), value: new Intl.DateTimeFormat().resolvedOptions().timeZone },
    { label: t("device.display"), value: `${window.screen.width} × ${window.screen.height}` },
  ];
  return { key: "browser", title: t("technical.browser"), details };
}
