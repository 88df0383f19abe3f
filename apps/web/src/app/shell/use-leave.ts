import { useTranslations } from "use-intl";
import { dismiss, notify } from "../../features/notifications/notifications.actions.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { logout } from "../../platform/session/sign-out.ts";

/** Signs out. When the server did not confirm it, the person is told what that means. */
export function useLeave(): () => void {
  const t = useTranslations("shell");
  return () => {
    void logout().then(({ confirmed }) => {
      if (confirmed) return;
      const title = t("signOutUnconfirmed");
      const id = notify({ type: "warning", title, message: t("signOutUnconfirmedText") });
      if (id !== null) dismissOnSignIn(id);
    });
  };
}

/** It is meant for whoever has just left, not for the next person at this machine. */
function dismissOnSignIn(id: string): void {
  const stop = sessionStore.subscribe(({ status }) => {
    if (status !== "signedIn") return;
    stop();
    dismiss(id);
  });
}
