import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { cx } from "../../../ui/cx.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { ListColumn } from "../../../platform/list/list-column.ts";
import { nameLinkClass } from "../../../ui/button/link-style.ts";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { BreakableText } from "../../../ui/label/breakable-text.tsx";
import { Highlight } from "../../../ui/label/highlight.tsx";
import type { Webhook } from "../webhooks.api.ts";
import { LastDay, successRatio } from "./last-day.tsx";
import { stateOf, useStateDetail, WebhookStateBadge } from "./webhook-state.tsx";

function NameCell({ webhook, searchText }: { webhook: Webhook; searchText: string }) {
  return (
    <span className="block min-w-0">
      <Link to="/webhooks/$webhookId" params={{ webhookId: webhook.id }} className={nameLinkClass}>
        <Highlight text={webhook.name} search={searchText} />
      </Link>
      <span className="block text-small wrap-anywhere text-text-3">
        <BreakableText text={webhook.url} search={searchText} />
      </span>
    </span>
  );
}

function StateCell({ webhook }: { webhook: Webhook }) {
  const detail = useStateDetail()(webhook);
  return (
    <span className="block">
      <WebhookStateBadge webhook={webhook} />
      {detail !== null && <span className="mt-0.5 block text-small text-text-3">{detail}</span>}
    </span>
  );
}

function LastAttempt({ webhook: { health } }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const format = useFormat();
  const { lastAttemptAt, lastStatus, failures } = health;
  if (lastAttemptAt === null) return <span className="text-text-3">–</span>;
  return (
    <span className="block">
      <span className={cx("block font-strong tabular-nums", failures > 0 ? "text-danger" : "text-success")}>
        {lastStatus ?? t("noAnswer")}
      </span>
      <span className="block text-small text-text-3">{format.moment(lastAttemptAt)}</span>
    </span>
  );
}

/** Returns the columns of the list of webhooks. */
export function useWebhookColumns(): readonly ListColumn<Webhook>[] {
  const t = useTranslations("webhooks");
  const format = useFormat();
  return [
    {
      id: "name",
      header: t("columns.name"),
      width: 17,
      searchable: true,
      text: ({ name }) => name,
      cell: (webhook, searchText) => <NameCell webhook={webhook} searchText={searchText} />,
    },
    {
      id: "url",
      header: t("columns.url"),
      searchable: true,
      initiallyHidden: true,
      text: ({ url }) => url,
    },
    {
      id: "state",
      header: t("columns.state"),
      width: 12,
      card: "badge",
      text: (webhook) => t(`state.${stateOf(webhook)}`),
      cell: (webhook) => <StateCell webhook={webhook} />,
    },
    {
      id: "owner",
      header: t("columns.owner"),
      width: 11,
      text: ({ owner }) => owner?.name ?? t("noOwner"),
      cell: ({ owner }) => owner?.name ?? <StatusBadge meaning="warning">{t("noOwner")}</StatusBadge>,
    },
    {
      id: "eventTypes",
      header: t("columns.eventTypes"),
      width: 8,
      number: ({ eventTypes }) => eventTypes.length,
    },
    {
      id: "lastAttemptAt",
      header: t("columns.lastAttemptAt"),
      width: 10,
      moment: ({ health }) => health.lastAttemptAt,
      cell: (webhook) => <LastAttempt webhook={webhook} />,
    },
    {
      id: "lastDay",
      header: t("columns.lastDay"),
      width: 10,
      text: (webhook) => {
        const ratio = successRatio(webhook);
        return ratio === null ? null : format.percent(ratio);
      },
      cell: (webhook) => <LastDay webhook={webhook} />,
    },
    {
      id: "lastSuccessAt",
      header: t("columns.lastSuccessAt"),
      initiallyHidden: true,
      moment: ({ health }) => health.lastSuccessAt,
    },
    {
      id: "createdAt",
      header: t("columns.createdAt"),
      initiallyHidden: true,
      moment: ({ createdAt }) => createdAt,
    },
  ];
}
