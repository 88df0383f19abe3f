import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { useRetryMessages } from "./use-retry-messages.ts";

/** Asks before several messages are sent again. */
export function RetryQuestion({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useTranslations("admin");
  return (
    <ConfirmDialog
      title={t("work.retry.title", { count })}
      effect={t("work.retry.effect")}
      confirmLabel={t("work.retry.send")}
      busyLabel={t("work.retry.busy")}
      failureTitle={t("work.retry.failed")}
      act={useRetryMessages()}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
