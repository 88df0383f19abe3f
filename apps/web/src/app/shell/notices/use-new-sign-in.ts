import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { useRealtimeEvent } from "../../../platform/realtime/use-realtime.ts";

/** Notifies the user of a sign-in to their account on a new device. */
export function useNewSignIn(): void {
  const t = useTranslations("shell");
  const { notify } = useNotify();
  useRealtimeEvent("userUpdate", ({ newSignIn }) => {
    if (typeof newSignIn !== "object" || newSignIn === null) return;
    const names = Object.values(newSignIn).filter((name) => typeof name === "string");
    const device = names.length > 0 ? names.join(", ") : t("newSignIn.unknown");
    notify({ type: "warning", title: t("newSignIn.title"), message: t("newSignIn.text", { device }) });
  });
}
