import { webhooksMax } from "@praxisportal/contract/limits";
import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import WebhookIcon from "lucide-react/icons/webhook";
import { useTranslations } from "use-intl";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { ListPage } from "../../../platform/list/list-page.tsx";
import { useListSearch } from "../../../platform/list/use-list-search.ts";
import { useWholeList } from "../../../platform/list/use-whole-list.ts";
import { preloads } from "../../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ReceiverGuideLink } from "../receiver-guide-link.tsx";
import { EditorDialog, useWebhookActions } from "../use-webhook-actions.tsx";
import { type Webhook, webhooksQuery } from "../webhooks.api.ts";
import { useWebhookColumns } from "./use-webhook-columns.tsx";
import { webhookSearch } from "./webhook-search.ts";
import { stateOf, webhookStates } from "./webhook-state.tsx";

/** /webhooks: the receivers of an organization's events, with their health. */
export function WebhooksPage({ organizationId }: { organizationId: string }) {
  const t = useTranslations("webhooks");
  const list = useListSearch(webhookSearch);
  const query = useQuery(webhooksQuery(organizationId));
  const [isCreating, setIsCreating] = useKeptState("new-webhook", false);
  const actions = useWebhookActions(organizationId);
  const columns = useWebhookColumns();
  const filters = [
    {
      name: "state",
      label: t("columns.state"),
      options: webhookStates.map((value) => ({ value, label: t(`state.${value}`) })),
      valueIn: (webhook: Webhook): string => stateOf(webhook),
    },
  ];
  const count = query.data?.length ?? 0;
  const isFull = count >= webhooksMax;
  const add = (
    <WriteButton
      variant="primary"
      icon={Plus}
      disabled={isFull}
      {...(isFull && { disabledReason: t("full", { max: webhooksMax }) })}
      {...preloads(EditorDialog)}
      onClick={() => setIsCreating(true)}
    >
      {t("add")}
    </WriteButton>
  );
  return (
    <>
      <ListPage
        name="webhooks"
        tableFrom="(min-width: 72rem)"
        title={t("title")}
        subtitle={query.data === undefined ? "\u00A0" : t("count", { number: count, max: webhooksMax })}
        actions={
          <>
            <ReceiverGuideLink />
            {add}
          </>
        }
        list={list}
        source={useWholeList({ query, columns, filters, list })}
        search={{ label: t("search"), placeholder: t("searchPlaceholder") }}
        columns={columns}
        filters={filters}
        rowActions={actions.entries}
        emptyState={
          <EmptyState icon={WebhookIcon} title={t("emptyTitle")} text={t("emptyText")} action={add} />
        }
        failedTitle={t("loadFailed")}
      />
      {isCreating && <EditorDialog organizationId={organizationId} onClose={() => setIsCreating(false)} />}
      {actions.dialog}
    </>
  );
}
