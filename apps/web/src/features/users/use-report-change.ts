import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { failureOf, failureText } from "../../platform/forms/failure-policy.ts";
import type { NotificationAction } from "../../platform/notifications/notification.ts";
import { useNotify } from "../../platform/notifications/use-notify.ts";

/** Undoes the change. @throws ApiError if that is no longer possible. */
export type Undo = () => Promise<unknown>;

/** Resolves once the organization's data on the page has been read again. */
type ReportChange = (message: string, userId?: string, undo?: Undo) => Promise<void>;

/**
 * Returns a function that reports a change to a member: the organization's data is read again, and a toast confirms the
 * change. It offers to undo the change, or to open the member's page.
 */
export function useReportChange(organizationId: string): ReportChange {
  const t = useTranslations("people");
  const common = useTranslations("common");
  const navigate = useNavigate();
  const client = useQueryClient();
  const { notify, notifySuccess } = useNotify();
  const refresh = () => client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) });

  async function takeBack(undo: Undo): Promise<void> {
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

  function actionOf(userId?: string, undo?: Undo): NotificationAction | undefined {
    if (undo !== undefined) return { label: common("undo.action"), handler: () => void takeBack(undo) };
    if (userId === undefined) return undefined;
    const open = () => void navigate({ to: "/users/$userId", params: { userId } });
    return { label: t("success.open"), handler: open };
  }

  return async (message, userId, undo) => {
    const action = actionOf(userId, undo);
    notify({ type: "success", message, ...(action && { action }) });
    await refresh();
  };
}
