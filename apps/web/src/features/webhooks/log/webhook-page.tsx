import { useQuery } from "@tanstack/react-query";
import Ellipsis from "lucide-react/icons/ellipsis";
import Pencil from "lucide-react/icons/pencil";
import Zap from "lucide-react/icons/zap";
import { Link, useNavigate } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { NotFound } from "../../../ui/feedback/not-found.tsx";
import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { useStateDetail, WebhookStateBadge } from "../list/webhook-state.tsx";
import { useWebhookActions } from "../use-webhook-actions.tsx";
import { type Webhook, type WebhookRef, webhooksQuery } from "../webhooks.api.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { WebhookNotice } from "./webhook-notice.tsx";
import { Dotted } from "../../../ui/label/dotted.tsx";

/** /webhooks/{webhookId}: one webhook with its delivery log. */
export function WebhookPage({ organizationId, webhookId }: WebhookRef) {
  const t = useTranslations("webhooks");
  const query = useQuery(webhooksQuery(organizationId));
  const { data } = query;
  const webhook = data?.find(({ id }) => id === webhookId);
  return (
    <>
      <Link
        to="/webhooks"
        className={`${linkClass} mb-3 inline-flex items-center gap-1.5 text-dense print:hidden`}
      >
        <ArrowLeft size={16} strokeWidth={2} aria-hidden />
        {t("title")}
      </Link>
      {webhook !== undefined && <LoadedWebhook organizationId={organizationId} webhook={webhook} />}
      {webhook === undefined && data !== undefined && (
        <NotFound title={t("notFound")} text={t("notFoundText")} />
      )}
      {data === undefined && (
        <>
          <PageHeader title={t("one")} />
          <div className="mt-4">
            <QueryFallback query={query} failedTitle={t("loadFailed")}>
              <SkeletonGroup label={t("loading")} className="grid gap-3">
                <SkeletonCard rows={1} />
                <SkeletonCard rows={3} />
              </SkeletonGroup>
            </QueryFallback>
          </div>
        </>
      )}
    </>
  );
}

function LoadedWebhook({ organizationId, webhook }: { organizationId: string; webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const common = useTranslations("common");
  const navigate = useNavigate();
  const actions = useWebhookActions(organizationId, () => void navigate({ to: "/webhooks" }));
  const detail = useStateDetail()(webhook);
  return (
    <>
      <PageHeader
        title={webhook.name}
        subtitle={<span className="wrap-anywhere">{webhook.url}</span>}
        badges={
          <>
            <WebhookStateBadge webhook={webhook} />
            <span className="text-dense text-text-2">
              <Dotted
                details={[
                  detail,
                  t("facts.version", { version: webhook.apiVersion }),
                  t("facts.events", { count: webhook.eventTypes.length }),
                  t("facts.headers", { count: webhook.headerNames.length }),
                ]}
              />
            </span>
          </>
        }
        actions={
          <>
            <WriteButton icon={Zap} onClick={() => actions.open("test", webhook)}>
              {t("actions.test")}
            </WriteButton>
            <WriteButton icon={Pencil} onClick={() => actions.open("edit", webhook)}>
              {t("actions.edit")}
            </WriteButton>
            <Menu
              align="end"
              trigger={
                <IconButton
                  icon={Ellipsis}
                  variant="edge"
                  label={common("rowMenu", { name: webhook.name })}
                />
              }
              items={actions.entries(webhook).filter(({ key }) => key !== "test" && key !== "edit")}
            />
          </>
        }
      />
      <div className="mt-4 grid gap-4">
        <WebhookNotice
          webhook={webhook}
          onEnable={() => actions.setEnabled(webhook, true)}
          onReplay={() => actions.open("replay", webhook)}
          onTakeOver={actions.takeOver(webhook)}
        />
        <section aria-label={t("log.title")}>
          <DeliveryLog organizationId={organizationId} webhook={webhook} />
        </section>
      </div>
      {actions.dialog}
    </>
  );
}
