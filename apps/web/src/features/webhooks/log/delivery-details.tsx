import { useQuery, useQueryClient } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import Copy from "lucide-react/icons/copy";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton-card.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import {
  deliveryQuery,
  resendDelivery,
  type WebhookDelivery,
  type WebhookDetail,
  type WebhookRef,
} from "../webhooks.api.ts";
import { useOutcomeText } from "./delivery-state.tsx";
import { ReceivedResponse, SentRequest } from "./sent-request.tsx";

interface DeliveryDetailsProps {
  webhook: WebhookRef;
  delivery: WebhookDelivery;
}

/** Shows the attempts of a delivery, its request and the last response, with a button to resend it. */
export function DeliveryDetails({ webhook, delivery }: DeliveryDetailsProps) {
  const t = useTranslations("webhooks");
  const query = useQuery(deliveryQuery(webhook, delivery.id));
  const { data } = query;
  if (data === undefined)
    return (
      <QueryFallback query={query} failedTitle={t("log.detailFailed")}>
        <SkeletonGroup label={t("log.detailLoading")} className="grid gap-3 py-2">
          <Skeleton className="h-8 w-64" />
          <SkeletonRows count={2} />
        </SkeletonGroup>
      </QueryFallback>
    );
  const [last] = data.attemptLog;
  return (
    <div className="grid gap-4 py-2">
      <Actions webhook={webhook} delivery={data} />
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-4">
          <Attempts delivery={data} />
          {last !== undefined && <ReceivedResponse status={last.status} answer={last.answer} />}
        </div>
        <SentRequest request={data.request} />
      </div>
    </div>
  );
}

function Actions({ webhook, delivery }: { webhook: WebhookRef; delivery: WebhookDetail }) {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const { notifySuccess } = useNotify();
  const [copied, setCopied] = useState<boolean | null>(null);
  const { run, busy, failure } = useAppMutation({
    mutate: () => resendDelivery(webhook, delivery.id),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: organizationKeys.webhooks(webhook.organizationId) });
      notifySuccess(t("log.resent"));
    },
  });
  const isWaiting = delivery.state === "pending" || delivery.state === "held";
  return (
    <div className="grid gap-3 print:hidden">
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <WriteButton
          size="small"
          icon={RotateCcw}
          busy={busy}
          disabled={isWaiting}
          {...(isWaiting && { disabledReason: t("log.waiting") })}
          onClick={() => void run()}
        >
          {t("log.resend")}
        </WriteButton>
        <Button
          size="small"
          icon={copied === true ? Check : Copy}
          onClick={() => {
            navigator.clipboard.writeText(delivery.eventId).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          {t("log.copyId")}
        </Button>
        <span role="status" className="text-small text-text-2 empty:hidden">
          {copied === null ? "" : copied ? t("log.idCopied") : t("secret.copyFailed")}
        </span>
      </div>
    </div>
  );
}

function Attempts({ delivery: { attemptLog, nextAttemptAt } }: { delivery: WebhookDetail }) {
  const t = useTranslations("webhooks");
  const format = useFormat();
  const outcome = useOutcomeText();
  // On narrow screens, the time and the duration of an attempt are below its name and its result.
  const row =
    "grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-b border-line py-2 text-dense last:border-0 md:grid-cols-[auto_minmax(6rem,auto)_auto_minmax(0,1fr)_auto]";
  return (
    <div className="min-w-0">
      <h2 className="text-dense font-strong text-text">{t("log.attempts")}</h2>
      <ol className="mt-1">
        {attemptLog.toReversed().map((attempt) => (
          <li key={attempt.number} className={row}>
            {attempt.succeeded ? (
              <CircleCheck size={16} strokeWidth={2} className="shrink-0 text-success" aria-hidden />
            ) : (
              <CircleX size={16} strokeWidth={2} className="shrink-0 text-danger" aria-hidden />
            )}
            <span className="text-text">
              {t(`log.trigger.${attempt.trigger}`, { number: attempt.number })}
            </span>
            <time
              dateTime={attempt.at}
              title={format.momentFull(attempt.at)}
              className="text-text-2 tabular-nums max-md:col-start-2 max-md:row-start-2"
            >
              {format.moment(attempt.at)}
            </time>
            <span className="font-strong text-text tabular-nums max-md:text-right">
              {outcome.result(attempt)}
            </span>
            <span className="text-text-3 tabular-nums max-md:col-start-3 max-md:row-start-2 max-md:text-right">
              {outcome.duration(attempt)}
            </span>
          </li>
        ))}
        {nextAttemptAt !== null && (
          <li className={row}>
            <Clock size={16} strokeWidth={2} className="shrink-0 text-info" aria-hidden />
            <span className="col-span-2 text-text md:col-span-4">
              {t("log.next", { time: format.momentInText(nextAttemptAt) })}
            </span>
          </li>
        )}
      </ol>
    </div>
  );
}
