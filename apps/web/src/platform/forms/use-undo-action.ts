import { useTranslations } from "use-intl";
import type { NotificationAction } from "../notifications/notification.ts";
import { useNotify } from "../notifications/use-notify.ts";
import { failureOf, failureText } from "./failure-policy.ts";

/** Undoes a change. @throws ApiError if that is no longer possible. */
export type Undo = () => Promise<unknown>;

/**
 * Returns a function that creates the undo action of a message. `refresh` reloads the changed data, even after a
 * failure, because the data may have changed meanwhile.
 */
export function useUndoAction(refresh: () => Promise<unknown>): (undo: Undo) => NotificationAction {
  const common = useTranslations("common");
  const { notify, notifySuccess } = useNotify();

  async function runUndo(undo: Undo): Promise<void> {
    try {
      await undo();
      notifySuccess(common("undo.done"));
    } catch (error) {
      const texts = { offline: common("error.offline"), unknown: common("error.title") };
      const message = failureText(failureOf(error), texts);
      if (message !== null) notify({ type: "error", title: common("undo.failed"), message });
    } finally {
      await refresh();
    }
  }

  return (undo) => ({ label: common("undo.action"), handler: () => void runUndo(undo) });
}
