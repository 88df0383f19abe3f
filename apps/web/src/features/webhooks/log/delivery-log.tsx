import { useQuery } from "@tanstack/react-query";
import Inbox from "lucide-react/icons/inbox";
import { useTranslations } from "use-intl";
import { ListPage } from "../../../platform/list/list-page.tsx";
import { serverCursors } from "../../../platform/list/list-source.ts";
import { useListSearch } from "../../../platform/list/use-list-search.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useEventLabels } from "../use-event-labels.ts";
import { deliveriesQuery, loadDeliveries, type Webhook } from "../webhooks.api.ts";
import { DeliveryDetails } from "./delivery-details.tsx";
import { deliverySearch, deliveryStates, periods } from "./delivery-search.ts";
import { useDeliveryColumns } from "./use-delivery-columns.tsx";

/** Filtered lists are counted only up to this number. */
const maxCountedDeliveries = 1_000;

/** Shows the deliveries of the last 30 days. A row expands to show its request and response. */
export function DeliveryLog({ organizationId, webhook }: { organizationId: string; webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const labels = useEventLabels();
  const list = useListSearch(deliverySearch);
  const isAscending = list.sort.sortOrder === "asc";
  const ref = { organizationId, webhookId: webhook.id };
  const query = useQuery(deliveriesQuery(ref, list.search));
  return (
    <ListPage
      name="webhook-deliveries"
      title={t("log.title")}
      header={(actions) => (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-section text-text">{t("log.title")}</h2>
          <div className="button-row flex flex-wrap gap-3">{actions}</div>
        </div>
      )}
      list={list}
      source={serverCursors(query, (cursor) =>
        loadDeliveries(ref, { ...list.search, ...(cursor !== undefined && { cursor }) }),
      )}
      search={{ label: t("log.search"), placeholder: t("log.searchPlaceholder") }}
      columns={useDeliveryColumns()}
      filters={[
        {
          name: "state",
          label: t("log.columns.state"),
          options: deliveryStates.map((value) => ({ value, label: t(`log.state.${value}`) })),
        },
        {
          name: "eventType",
          label: t("log.columns.event"),
          searchLabel: t("log.searchEvent"),
          options: webhook.eventTypes.map((value) => ({ value, label: labels.type(value), hint: value })),
          valueText: list.search.eventType && labels.type(list.search.eventType),
        },
        {
          name: "since",
          label: t("log.period"),
          options: periods.map((value) => ({ value, label: t(`log.periods.${value}`) })),
        },
      ]}
      details={(delivery) => <DeliveryDetails webhook={ref} delivery={delivery} />}
      cursorTexts={{
        label: t("log.pages"),
        count: (estimate) =>
          estimate > maxCountedDeliveries
            ? t("log.more", { count: maxCountedDeliveries })
            : t("log.count", { count: estimate }),
        ...(isAscending
          ? { first: t("log.oldest"), previous: t("log.older"), next: t("log.newer") }
          : { first: t("log.newest"), previous: t("log.newer"), next: t("log.older") }),
      }}
      emptyState={<EmptyState icon={Inbox} title={t("log.emptyTitle")} text={t("log.emptyText")} />}
      failedTitle={t("log.loadFailed")}
    />
  );
}
