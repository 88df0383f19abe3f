import { Link, useNavigate } from "@tanstack/react-router";
import Building2 from "lucide-react/icons/building-2";
import { useTranslations } from "use-intl";
import { HealthBadge } from "../../../features/organizations/tenants/tenant-health.tsx";
import { contractHasEnded, lastDayBefore } from "../../../features/organizations/erasure/contract-days.ts";
import { StateDialog, stateStepOf } from "../../../features/organizations/tenants/tenant-state.ts";
import type { Tenant } from "../../../features/organizations/tenants/tenants.api.ts";
import type { UsagePeriod } from "../../../features/organizations/tenants/usage-period.ts";
import { useTenantRefresh } from "../../../features/organizations/tenants/use-tenant-refresh.ts";
import {
  OrganizationState,
  useStateText,
} from "../../../features/organizations/organization-status-badge.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { lazyCard } from "../../../platform/loading/lazy-card.tsx";
import { preloads } from "../../../platform/loading/lazy-part.tsx";
import { PrintHeading } from "../../../platform/print/print-heading.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Button } from "../../../ui/button/button.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { AuditSection } from "../audit-section.tsx";
import { useOpenOrganization } from "../use-open-organization.ts";
import { OverviewTab } from "./overview-tab.tsx";
import { type TenantTab, tenantTabs } from "./tenant-tabs.ts";
import { useTenantOrigins } from "./use-tenant-origins.tsx";

const LimitsTab = lazyCard(async () => (await import("./limits-tab.tsx")).LimitsTab);
const TenantUsage = lazyCard(async () => (await import("./tenant-usage.tsx")).TenantUsage, "usage");
const BillingTab = lazyCard(
  async () => (await import("./billing-tab.tsx")).BillingTab,
  "invoices",
  "invoice-labels",
);
const ExportCard = lazyCard(
  async () => (await import("../../../features/tenant-export/export-card.tsx")).ExportCard,
  "tenant-export",
);
const CloudSyncCard = lazyCard(
  async () => (await import("../../../features/cloud-sync/cloud-sync-card.tsx")).CloudSyncCard,
  "cloud-sync",
);

const ContractEndCard = lazyCard(
  async () => (await import("../../../features/organizations/erasure/contract-end-card.tsx")).ContractEndCard,
  "erasure",
);

interface TenantPageProps {
  tenant: Tenant;
  /** Time at which the tenant was read, in ms. */
  readAt: number;
  tab: TenantTab;
  period: UsagePeriod;
}

/** Shows the notice of termination, or the reason for a suspension. */
function State({ tenant, readAt, tab }: Omit<TenantPageProps, "period">) {
  const t = useTranslations("tenants");
  const format = useFormat();
  const { notice } = tenant;
  if (notice !== null) {
    const key = contractHasEnded(tenant, readAt) ? "contractEnded" : "noticeGiven";
    return (
      <ErrorBox
        className="mt-4"
        variant="warning"
        persistent
        title={t(`page.${key}Title`, { date: format.date(lastDayBefore(notice.endsAt)) })}
        action={
          // The tab with the contract needs no link to itself.
          tab !== "export" && (
            <Link
              to="/tenant-management/$id"
              params={{ id: tenant.id }}
              search={{ tab: "export" }}
              className={linkClass}
            >
              {t("page.toContract")}
            </Link>
          )
        }
      >
        {t(`page.${key}Text`, { date: format.date(lastDayBefore(notice.erasedFrom)) })}
      </ErrorBox>
    );
  }
  if (tenant.suspendedAt === null) return null;
  const { suspensionReason: reason } = tenant;
  return (
    <ErrorBox
      className="mt-4"
      variant="warning"
      persistent
      title={t("page.suspendedTitle", { date: format.date(tenant.suspendedAt) })}
    >
      {reason === null ? t("page.suspendedNoReason") : t("page.suspendedText", { reason })}
    </ErrorBox>
  );
}

/** Shows one tenant: its state, its limits and their usage, and the operator's actions. */
export function TenantPage({ tenant, readAt, tab, period }: TenantPageProps) {
  const t = useTranslations("tenants");
  const limits = useTranslations("limits");
  const stateText = useStateText();
  const navigate = useNavigate();
  const open = useOpenOrganization();
  const refresh = useTenantRefresh();
  const originOf = useTenantOrigins(tenant);
  const [isChanging, setChanging] = useKeptState("tenant-state", false);
  const { id } = tenant;
  const step = stateStepOf(tenant);
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={tenant.name}
          badges={
            <>
              <OrganizationState organization={tenant} />
              <HealthBadge tenant={tenant} now={readAt} />
            </>
          }
          actions={
            <>
              <Button
                {...preloads(StateDialog)}
                disabled={contractHasEnded(tenant, readAt)}
                disabledReason={t("noticeFirst")}
                onClick={() => setChanging(true)}
              >
                {t(`page.${step}`)}
              </Button>
              <Button icon={Building2} onClick={() => open(tenant)}>
                {t("page.open")}
              </Button>
            </>
          }
        />
      </div>
      {/* The audit log prints its own heading. */}
      {tab !== "audit" && (
        <PrintHeading
          isPlatform
          title={tenant.name}
          lines={[
            stateText(tenant, readAt),
            t(`page.tab.${tab}`),
            ...(tab === "usage" ? [limits(`period.${period}`)] : []),
          ]}
          loadedAt={readAt}
        />
      )}
      <State tenant={tenant} readAt={readAt} tab={tab} />
      <Tabs
        className="mt-4 print:hidden"
        label={t("page.tabs")}
        items={tenantTabs.map((key) => ({
          key,
          label: t(`page.tab.${key}`),
          current: key === tab,
          link: (props) => (
            <Link
              to="/tenant-management/$id"
              params={{ id }}
              search={key === "overview" ? {} : { tab: key }}
              activeOptions={{ exact: true }}
              {...props}
            />
          ),
        }))}
      />
      <div className="mt-4">
        {tab === "overview" && <OverviewTab tenant={tenant} readAt={readAt} originOf={originOf} />}
        {tab === "limits" && <LimitsTab tenant={tenant} originOf={originOf} />}
        {tab === "usage" && (
          <TenantUsage
            organizationId={id}
            period={period}
            onPeriod={(next) =>
              void navigate({
                to: "/tenant-management/$id",
                params: { id },
                search: { tab, ...(next === "30d" ? {} : { period: next }) },
                resetScroll: false,
              })
            }
            originOf={originOf}
          />
        )}
        {tab === "billing" && <BillingTab tenant={tenant} />}
        {tab === "audit" && <AuditSection organizationId={id} />}
        {tab === "export" && (
          <div className="grid gap-4">
            <ExportCard organizationId={id} />
            <CloudSyncCard organizationId={id} canCreateKey={false} />
            <ContractEndCard organizationId={id} isOperator />
          </div>
        )}
      </div>
      {isChanging && (
        <StateDialog
          step={step}
          organization={tenant}
          onClose={() => setChanging(false)}
          onChanged={() => void refresh()}
        />
      )}
    </>
  );
}
