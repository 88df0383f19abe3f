import { useTranslations } from "use-intl";
import { notify } from "../../features/notifications/notifications.actions.ts";
import { logout } from "../../platform/session/sign-out.ts";

/** Signs out. When the server did not confirm it, the person is told what that means. */
export function useLeave(): () => void {
  const t = useTranslations("shell");
  return () => {
    void logout().then(({ confirmed }) => {
      if (confirmed) return;
      notify({ type: "warning", title: t("signOutUnconfirmed"), message: t("signOutUnconfirmedText") });
    });
  };
}
