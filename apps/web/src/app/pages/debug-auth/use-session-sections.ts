import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { tokenRemainingMs } from "../../../platform/session/times/session-times.ts";
import { clockText } from "./clock-text.ts";
import type { Detail, Section } from "./detail.ts";
import type { StoredState } from "./stored-state.ts";
import { mask, type Masked } from "./mask.ts";
import { useServerEnd } from "./use-server-times.ts";
import type { Checks } from "./use-checks.ts";

/** Returns a function that turns a masked secret into a labeled fact. */
export function useSecret(): (label: string, value: Masked | null) => Detail {
  const t = useTranslations("debug-auth");
  return (label, value) =>
    value === null ? { label, value: t("none") } : { label, value: t("masked", value), code: true };
}

/** Returns the section about the session in this browser. */
export function useSessionSection({ recognized }: Checks, { nowMs }: StoredState): Section {
  const t = useTranslations("debug-auth");
  const roles = useTranslations("roles");
  const format = useFormat();
  const session = useSession((state) => state);
  const { status, user, times, restriction, signedOutReason } = session;
  // The times come from the server. The remaining time is measured with this browser's clock, starting at their
  // arrival.
  const until = (moment: string): string => {
    const passed = times === null ? 0 : nowMs - times.receivedAtMs;
    const remainingMs = times === null ? 0 : Date.parse(moment) - Date.parse(times.serverTime) - passed;
    return t("until", { time: format.moment(moment), left: clockText(remainingMs) });
  };
  const serverState =
    recognized === undefined ? "asking" : recognized === null ? "unreachable" : recognized ? "yes" : "no";
  const details: (Detail | null)[] = [
    {
      label: t("session.state"),
      value: t(`session.${status}`),
      meaning: status === "signedIn" ? "active" : status === "unknown" ? "info" : "deactivated",
    },
    {
      label: t("session.server"),
      value: t(`server.${serverState}`),
      ...(serverState === "yes" && { meaning: "ok" as const }),
      ...(serverState === "unreachable" && { meaning: "failed" as const }),
      ...(serverState === "no" && {
        meaning: status === "signedIn" ? ("warning" as const) : ("info" as const),
      }),
    },
    signedOutReason === null ? null : { label: t("session.reason"), value: t(`reasons.${signedOutReason}`) },
    user === null ? null : { label: t("session.role"), value: roles(user.role.type) },
    user === null
      ? null
      : {
          label: t("session.organization"),
          value: session.organization?.name ?? t("session.noOrganization"),
        },
    user === null
      ? null
      : {
          label: t("session.restriction"),
          value: t(`restrictions.${restriction ?? "none"}`),
          ...(restriction !== null && { meaning: "warning" as const }),
        },
    times === null ? null : { label: t("session.idle"), value: until(times.idleExpiresAt) },
    times === null ? null : { label: t("session.absolute"), value: until(times.absoluteExpiresAt) },
  ];
  return { key: "session", title: t("session.title"), details: details.filter((detail) => detail !== null) };
}

/** Returns the technical section about the session: its masked tokens, their storage, and its times. */
export function useTokenSection(stored: StoredState): Section {
  const { nowMs, token, handle, isSharedWorkstation, activityMs } = stored;
  const t = useTranslations("debug-auth");
  const format = useFormat();
  const secret = useSecret();
  const user = useSession((session) => session.user);
  const times = useSession((session) => session.times);
  const serverEnd = useServerEnd();
  const remainingMs = times && token !== null ? tokenRemainingMs(times, nowMs) : null;
  const expires = times?.accessTokenExpiresAt ?? null;
  const details: (Detail | null)[] = [
    secret(t("tokens.access"), token),
    remainingMs === null || expires === null
      ? null
      : {
          label: t("tokens.expires"),
          value: t("until", { time: format.moment(expires), left: clockText(remainingMs) }),
        },
    secret(t("tokens.handle"), handle),
    { label: t("tokens.cookie"), value: t("tokens.cookieText") },
    { label: t("tokens.place"), value: t(isSharedWorkstation ? "tokens.tab" : "tokens.browser") },
    user === null ? null : secret(t("session.person"), mask(user.id)),
    serverEnd === null ? null : { label: t("session.serverEnd"), value: format.moment(serverEnd) },
    activityMs === null ? null : { label: t("session.activity"), value: format.moment(activityMs) },
  ];
  return { key: "tokens", title: t("tokens.title"), details: details.filter((detail) => detail !== null) };
}
