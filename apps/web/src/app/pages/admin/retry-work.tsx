import RotateCw from "lucide-react/icons/rotate-cw";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { retryJob } from "../../../features/background-work/background-work.api.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { Button } from "../../../ui/button/button.tsx";
import { useRetryMessages, useWorkRefresh } from "./use-retry-messages.ts";

const RetryQuestion = lazyDialog(async () => (await import("./retry-question.tsx")).RetryQuestion);

const DiscardQuestion = lazyDialog(async () => (await import("./discard-question.tsx")).DiscardQuestion);

/** Deletes the messages that can no longer be sent, after a question. */
export function DiscardMessages({ count }: { count: number }) {
  const t = useTranslations("admin");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button size="small" icon={Trash2} onClick={() => setIsAsking(true)} {...preloads(DiscardQuestion)}>
        {t("work.discard.open")}
      </Button>
      {isAsking && <DiscardQuestion count={count} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Sends the failed messages again; asks first if there are several. `count`: those that can still be sent. */
export function RetryMessages({ count }: { count: number }) {
  const t = useTranslations("admin");
  const common = useTranslations("common");
  const [isAsking, setIsAsking] = useState(false);
  const { run, busy } = useAppMutation({ mutate: useRetryMessages(), toastTitle: t("work.retry.failed") });
  return (
    <>
      <Button
        size="small"
        icon={RotateCw}
        busy={busy}
        onClick={() => (count > 1 ? setIsAsking(true) : void run())}
        {...preloads(RetryQuestion)}
      >
        {common("retry")}
      </Button>
      {isAsking && <RetryQuestion count={count} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Runs a failed job again. */
export function RetryJob({ job, name }: { job: string; name: string }) {
  const t = useTranslations("admin");
  const common = useTranslations("common");
  const { notifySuccess } = useNotify();
  const refresh = useWorkRefresh();
  const { run, busy } = useAppMutation({
    mutate: () => retryJob(job),
    async onSuccess() {
      notifySuccess(t("work.retry.jobDone", { job: name }));
      await refresh();
    },
    mapError: ({ code }) => (code === "CONFLICT" ? t("work.retry.jobChanged") : undefined),
    onFailure: () => void refresh(),
    toastTitle: name,
  });
  return (
    <Button
      size="small"
      icon={RotateCw}
      busy={busy}
      aria-label={t("work.retry.job", { job: name })}
      onClick={() => void run()}
    >
      {common("retry")}
    </Button>
  );
}
