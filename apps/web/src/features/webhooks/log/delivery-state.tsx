import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { StatusBadge, type StatusMeaning } from "../../../ui/label/status-badge.tsx";
import type { WebhookDelivery, WebhookTest } from "../webhooks.api.ts";

const meanings: Readonly<Record<WebhookDelivery["state"], StatusMeaning>> = {
  pending: "expired",
  held: "suspended",
  succeeded: "ok",
  failed: "failed",
  skipped: "revoked",
};

export function DeliveryState({ state }: Pick<WebhookDelivery, "state">) {
  const t = useTranslations("webhooks");
  return <StatusBadge meaning={meanings[state]}>{t(`log.state.${state}`)}</StatusBadge>;
}

type Outcome = Pick<WebhookTest, "succeeded" | "failure" | "status" | "durationMs">;

/** Returns functions that describe the outcome of an attempt: its status or failure, and its duration. */
export function useOutcomeText() {
  const t = useTranslations("webhooks");
  const format = useFormat();
  return {
    result: ({ failure, status }: Outcome) =>
      failure === null || failure === "status" || failure === "redirect"
        ? String(status ?? t("noAnswer"))
        : t(`log.failure.${failure}`),
    duration: ({ durationMs }: Outcome) => t("log.duration", { ms: format.number(durationMs) }),
  };
}
