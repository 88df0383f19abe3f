import { useNavigate } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { NotificationAction } from "../../features/notifications/notification.ts";
import { notify } from "../../features/notifications/notifications.actions.ts";
import type { Notify, Undo } from "../../features/users/person-ref.ts";
import { failureOf, failureText } from "../../platform/forms/failure-policy.ts";

/** Returns a function that confirms a change to a member, and offers to undo it or to open the member's page. */
export function useNotify(): Notify {
  const t = useTranslations("people");
  const common = useTranslations("common");
  const navigate = useNavigate();

  async function takeBack(undo: Undo): Promise<void> {
    try {
      await undo();
      notify({ type: "success", message: common("undo.done") });
    } catch (error) {
      const texts = { offline: common("error.offline"), unknown: common("error.title") };
      const message = failureText(failureOf(error), texts);
      if (message !== null) notify({ type: "error", title: common("undo.failed"), message });
    }
  }

  function actionOf(userId?: string, undo?: Undo): NotificationAction | undefined {
    if (undo !== undefined) return { label: common("undo.action"), handler: () => void takeBack(undo) };
    if (userId === undefined) return undefined;
    const open = () => void navigate({ to: "/users/$userId", params: { userId } });
    return { label: t("success.open"), handler: open };
  }

  return (message, userId, undo) => {
    const action = actionOf(userId, undo);
    notify({ type: "success", message, ...(action && { action }) });
  };
}
