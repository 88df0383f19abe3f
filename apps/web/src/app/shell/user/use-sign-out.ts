import { useTranslations } from "use-intl";
import { mayDiscard } from "../../../platform/forms/unsaved-input.ts";
import { dismiss, notify } from "../../../platform/notifications/notifications.actions.ts";
import { maySignOut } from "../../../platform/offline/may-sign-out.ts";
import { sessionStore } from "../../../platform/session/session.store.ts";
import { logout } from "../../../platform/session/sign-out.ts";

/**
 * Returns a function that signs the user out and shows a confirmation, or a warning if the server did not confirm it.
 * If unsaved input would be lost, it asks first.
 */
export function useSignOut(): () => void {
  const t = useTranslations("shell");
  async function signOut(): Promise<void> {
    if (!(await mayDiscard()) || !(await maySignOut())) return;
    const { confirmed } = await logout();
    const title = t("signOutUnconfirmed");
    const id = notify(
      confirmed
        ? { type: "success", message: t("signOutDone") }
        : { type: "warning", title, message: t("signOutUnconfirmedText") },
    );
    if (id !== null) dismissOnSignIn(id);
  }
  return () => void signOut();
}

/** Dismisses the notice at the next sign-in, because it is meant for the user who signed out. */
function dismissOnSignIn(id: string): void {
  const stop = sessionStore.subscribe(({ status }) => {
    if (status !== "signedIn") return;
    stop();
    dismiss(id);
  });
}
