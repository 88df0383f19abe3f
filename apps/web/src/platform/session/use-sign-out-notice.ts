import { useTranslations } from "use-intl";
import { dismiss, notify } from "../notifications/notifications.actions.ts";
import { sessionStore } from "./session.store.ts";

/** Returns a function that shows a confirmation of a sign-out, or a warning if the server did not confirm it. */
export function useSignOutNotice(): (confirmed: boolean) => void {
  const t = useTranslations("common");
  return (confirmed) => {
    const title = t("signOut.unconfirmed");
    const id = notify(
      confirmed
        ? { type: "success", message: t("signOut.done") }
        : { type: "warning", title, message: t("signOut.unconfirmedText") },
    );
    if (id !== null) dismissOnSignIn(id);
  };
}

/** Dismisses the notice at the next sign-in, because it is meant for the user who signed out. */
function dismissOnSignIn(id: string): void {
  const stop = sessionStore.subscribe(({ status }) => {
    if (status !== "signedIn") return;
    stop();
    dismiss(id);
  });
}
