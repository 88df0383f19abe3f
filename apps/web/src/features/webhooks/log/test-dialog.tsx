import Zap from "lucide-react/icons/zap";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { sendTest, type Webhook, type WebhookTest } from "../webhooks.api.ts";
import { useOutcomeText } from "./delivery-state.tsx";
import { ReceivedResponse, SentRequest } from "./sent-request.tsx";

interface TestDialogProps {
  organizationId: string;
  webhook: Webhook;
  onClose: () => void;
}

/** Sends a test event and shows the request and the response. */
export function TestDialog({ organizationId, webhook, onClose }: TestDialogProps) {
  const t = useTranslations("webhooks");
  const common = useTranslations("common");
  const [result, setResult] = useState<WebhookTest>();
  const { run, busy, failure } = useAppMutation({
    mutate: () => sendTest({ organizationId, webhookId: webhook.id }),
    onSuccess: setResult,
  });
  return (
    <Dialog
      open
      size="form"
      onOpenChange={(open) => !open && onClose()}
      title={t("test.title", { name: webhook.name })}
      description={t("test.text")}
      closeLabel={common("close")}
      actions={
        <>
          <Button onClick={onClose}>{common("close")}</Button>
          <WriteButton
            variant="primary"
            icon={Zap}
            busy={busy}
            busyLabel={t("test.busy")}
            onClick={() => void run()}
          >
            {t(result === undefined ? "test.submit" : "test.again")}
          </WriteButton>
        </>
      }
    >
      <div className="grid gap-4" aria-live="polite">
        {failure !== null && (
          <ErrorBox persistent title={t("failed")}>
            {failure}
          </ErrorBox>
        )}
        <p className="text-dense wrap-anywhere text-text-2">{webhook.url}</p>
        {result !== undefined && <Result result={result} />}
      </div>
    </Dialog>
  );
}

function Result({ result }: { result: WebhookTest }) {
  const t = useTranslations("webhooks");
  const outcome = useOutcomeText();
  return (
    <>
      <p className="flex flex-wrap items-center gap-3 text-body text-text tabular-nums">
        <StatusBadge meaning={result.succeeded ? "ok" : "failed"}>
          {t(result.succeeded ? "test.succeeded" : "test.failed")}
        </StatusBadge>
        <span className="font-strong">{outcome.result(result)}</span>
        <span className="text-text-2">{outcome.duration(result)}</span>
      </p>
      <SentRequest request={result.request} />
      <ReceivedResponse status={result.status} answer={result.answer} />
    </>
  );
}
