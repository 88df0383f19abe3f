import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { StatusBadge, type StatusMeaning } from "../../../ui/label/status-badge.tsx";
import type { Webhook } from "../webhooks.api.ts";

export const webhookStates = ["healthy", "new", "failing", "paused", "off", "disabled"] as const;
export type WebhookState = (typeof webhookStates)[number];

/** Returns the state that the list shows and filters by. `disabled` means disabled by the portal. */
export function stateOf({ enabled, disabledReason, health }: Webhook): WebhookState {
  if (enabled) return health.state;
  return disabledReason === "failing" || disabledReason === "gone" ? "disabled" : "off";
}

const meanings: Readonly<Record<WebhookState, StatusMeaning>> = {
  healthy: "ok",
  new: "info",
  failing: "warning",
  paused: "warning",
  off: "deactivated",
  disabled: "blocked",
};

export function WebhookStateBadge({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const state = stateOf(webhook);
  return <StatusBadge meaning={meanings[state]}>{t(`state.${state}`)}</StatusBadge>;
}

/**
 * Returns a function that explains since when a webhook is failing or why it was disabled, or null for other webhooks.
 */
export function useStateDetail(): (webhook: Webhook) => string | null {
  const t = useTranslations("webhooks");
  const format = useFormat();
  return ({ enabled, disabledReason, disabledAt, health }) => {
    if (!enabled) {
      if (disabledReason === "gone") return t("detail.gone");
      return disabledAt === null ? null : t("detail.since", { time: format.momentInText(disabledAt) });
    }
    if (health.disabledFrom !== null)
      return t("detail.disabledFrom", { date: format.date(health.disabledFrom) });
    return health.failingSince === null
      ? null
      : t("detail.since", { time: format.momentInText(health.failingSince) });
  };
}
