import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { tenantKeys } from "../../../entities/organization/organization-keys.ts";
import { retryMessages } from "../../../features/background-work/background-work.api.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";

/** Returns a function that reads the state of the background work again. */
export function useWorkRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: tenantKeys.overview });
}

/** Returns a function that sends the failed messages again and shows how many they were. */
export function useRetryMessages(): () => Promise<void> {
  const t = useTranslations("admin");
  const { notifySuccess } = useNotify();
  const refresh = useWorkRefresh();
  return async () => {
    const { retried, refused, expired } = await retryMessages();
    notifySuccess(t("work.retry.messagesDone", { count: retried, left: refused + expired }));
    await refresh();
  };
}
