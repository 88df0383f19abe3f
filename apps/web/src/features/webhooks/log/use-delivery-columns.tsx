import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { ListColumn } from "../../../platform/list/list-column.ts";
import { useEventLabels } from "../use-event-labels.ts";
import type { WebhookDelivery } from "../webhooks.api.ts";
import { DeliveryState, useOutcomeText } from "./delivery-state.tsx";

/** Returns the columns of a delivery log. */
export function useDeliveryColumns(): readonly ListColumn<WebhookDelivery>[] {
  const t = useTranslations("webhooks");
  const format = useFormat();
  const labels = useEventLabels();
  const outcome = useOutcomeText();
  return [
    {
      id: "event",
      header: t("log.columns.event"),
      width: 15,
      text: ({ eventType }) => eventType,
      cell: ({ eventType }) => (
        <span className="block min-w-0">
          <span className="block font-strong text-text">{labels.type(eventType)}</span>
          <span className="block font-mono text-small wrap-anywhere text-text-3">{eventType}</span>
        </span>
      ),
    },
    {
      id: "occurredAt",
      header: t("log.columns.occurredAt"),
      // A delivery is created shortly after its event.
      sortField: "createdAt",
      moment: ({ occurredAt }) => occurredAt,
    },
    {
      id: "state",
      header: t("log.columns.state"),
      text: ({ state }) => t(`log.state.${state}`),
      cell: ({ state }) => <DeliveryState state={state} />,
    },
    {
      id: "answer",
      header: t("log.columns.answer"),
      text: ({ lastAttempt }) => (lastAttempt === null ? null : outcome.result(lastAttempt)),
      cell: ({ lastAttempt }) =>
        lastAttempt === null ? (
          <span className="text-text-3">–</span>
        ) : (
          <span className="block tabular-nums">
            <span className="block font-strong text-text">{outcome.result(lastAttempt)}</span>
            <span className="block text-small text-text-3">{outcome.duration(lastAttempt)}</span>
          </span>
        ),
    },
    {
      id: "attempts",
      header: t("log.columns.attempts"),
      width: 10,
      text: ({ attempts }) => format.number(attempts),
      cell: ({ attempts, nextAttemptAt }) => (
        <span className="block tabular-nums">
          <span className="block text-text">{format.number(attempts)}</span>
          {nextAttemptAt !== null && (
            <span className="block text-small text-text-3">
              {t("log.next", { time: format.moment(nextAttemptAt) })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "sequence",
      header: t("log.columns.sequence"),
      initiallyHidden: true,
      number: ({ sequence }) => sequence,
    },
  ];
}
