import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { mayDiscard } from "../../../platform/forms/unsaved-input.ts";
import { useLanguage } from "../../../platform/i18n/i18n-provider.tsx";
import { dismiss } from "../../../platform/notifications/notifications.actions.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { startServiceWorker } from "../../../platform/offline/service-worker.ts";

const noticeId = "update-available";

/** Runs the service worker and notifies the user when a new version of the portal waits for a reload. */
export function ServiceWorkerUpdates() {
  const t = useTranslations("update-notice");
  const language = useLanguage();
  const { notify } = useNotify();
  useEffect(() => {
    const offer = (takeOver: () => void) => {
      dismiss(noticeId);
      const reload = async () => {
        if (await mayDiscard()) takeOver();
        else offer(takeOver);
      };
      notify({
        id: noticeId,
        type: "info",
        title: t("title"),
        message: t("message"),
        action: { label: t("reload"), handler: () => void reload() },
      });
    };
    // A notice left by an earlier page has no action.
    dismiss(noticeId);
    return startServiceWorker({ language, onWaiting: offer });
  }, [language, notify, t]);
  return null;
}
