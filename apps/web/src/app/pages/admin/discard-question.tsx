import { useTranslations } from "use-intl";
import { discardMessages } from "../../../features/background-work/background-work.api.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { useWorkRefresh } from "./use-retry-messages.ts";

/** Asks before the messages that can no longer be sent are deleted. */
export function DiscardQuestion({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useTranslations("admin");
  const { notifySuccess } = useNotify();
  const refresh = useWorkRefresh();
  return (
    <ConfirmDialog
      title={t("work.discard.title", { count })}
      effect={t("work.discard.effect")}
      confirmLabel={t("work.discard.open")}
      variant="danger"
      busyLabel={t("work.discard.busy")}
      failureTitle={t("work.discard.failed")}
      act={async () => {
        const { discarded } = await discardMessages();
        notifySuccess(t("work.discard.done", { count: discarded }));
        await refresh();
      }}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
