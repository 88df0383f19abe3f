import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { type Undo, useUndoAction } from "../../platform/forms/use-undo-action.ts";
import type { NotificationAction } from "../../platform/notifications/notification.ts";
import { useNotify } from "../../platform/notifications/use-notify.ts";

/** Resolves once the organization's data on the page has been reloaded. */
type ReportChange = (message: string, userId?: string, undo?: Undo) => Promise<void>;

/**
 * Returns a function that reports a change to a member: the organization's data is reloaded, and a toast confirms the
 * change. It offers to undo the change, or to open the member's page.
 */
export function useReportChange(organizationId: string): ReportChange {
  const t = useTranslations("people");
  const navigate = useNavigate();
  const client = useQueryClient();
  const { notify } = useNotify();
  const refresh = () => client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) });
  const undoAction = useUndoAction(refresh);

  function actionOf(userId?: string, undo?: Undo): NotificationAction | undefined {
    if (undo !== undefined) return undoAction(undo);
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
