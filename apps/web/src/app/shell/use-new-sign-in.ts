import { useTranslations } from "use-intl";
import { notify } from "../../features/notifications/notifications.actions.ts";
import { useRealtimeEvent } from "../../platform/realtime/use-realtime.ts";

/** Tells the person when she, or somebody in her name, signs in on a device she had not used. */
export function useNewSignIn(): void {
  const t = useTranslations("shell");
  useRealtimeEvent("userUpdate", ({ newSignIn }) => {
    if (typeof newSignIn !== "object" || newSignIn === null) return;
    const names = Object.values(newSignIn).filter((name) => typeof name === "string");
    const device = names.length > 0 ? names.join(", ") : t("newSignIn.unknown");
    notify({ type: "warning", title: t("newSignIn.title"), message: t("newSignIn.text", { device }) });
  });
}
