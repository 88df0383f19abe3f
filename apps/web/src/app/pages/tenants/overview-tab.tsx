import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { contractHasEnded } from "../../../features/organizations/erasure/contract-days.ts";
import { LimitSummary } from "../../../features/organizations/tenants/limit-summary.tsx";
import type { OriginOf } from "../../../features/organizations/tenants/limits.ts";
import { ProvisioningSteps } from "../../../features/organizations/tenants/provisioning-steps.tsx";
import {
  HealthBadge,
  useFindingText,
  sortBySeverity,
} from "../../../features/organizations/tenants/tenant-health.tsx";
import { provisioningQuery, type Tenant } from "../../../features/organizations/tenants/tenants.api.ts";
import { useOrganizationTypeLabels } from "../../../features/organizations/use-organization-types.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { CopyValue } from "../organization/copy-value.tsx";

interface OverviewTabProps {
  tenant: Tenant;
  /** Time at which the tenant was read, in ms. */
  readAt: number;
  originOf: OriginOf;
}

function Facts({ tenant }: { tenant: Tenant }) {
  const t = useTranslations("tenants");
  const format = useFormat();
  const { typeName } = useOrganizationTypeLabels();
  const rows = [
    [t("page.type"), typeName(tenant.type)],
    [t("page.code"), <CopyValue key="code" name={t("page.code")} value={tenant.practiceCode} />],
    ...(tenant.headquarters === null ? [] : ([[t("columns.headquarters"), tenant.headquarters]] as const)),
    [t("page.createdAt"), format.date(tenant.createdAt)],
    ...(tenant.trialEndsAt === null
      ? []
      : ([[t("page.trialEndsAt"), format.date(tenant.trialEndsAt)]] as const)),
    [
      t("page.lastSignInAt"),
      tenant.lastSignInAt === null ? t("page.never") : format.moment(tenant.lastSignInAt),
    ],
  ] as const;
  return (
    <Card title={t("page.facts")}>
      <dl className="grid grid-cols-2 min-[23rem]:grid-cols-[minmax(min-content,1fr)_minmax(0,1fr)] gap-x-4 sm:gap-x-6 gap-y-4 text-body sm:grid-cols-3">
        {rows.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-small text-text-3">{name}</dt>
            <dd className="mt-0.5 wrap-break-word text-text">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Tabs on which the operator can resolve a finding, by its kind. */
const findingTabs = {
  limit_reached: "limits",
  limit_near: "limits",
  trial_ending: "limits",
  sync_failed: "export",
} as const;

function FindingLink({ tenant, finding }: { tenant: Tenant; finding: Tenant["health"][number] }) {
  const t = useTranslations("tenants");
  const { kind } = finding;
  if (kind === "webhooks_failing" || kind === "inactive") return null;
  return (
    <Link
      to="/tenant-management/$id"
      params={{ id: tenant.id }}
      search={{ tab: findingTabs[kind] }}
      className={linkClass}
    >
      {t("page.show")}
    </Link>
  );
}

function Health({ tenant, readAt }: Omit<OverviewTabProps, "originOf">) {
  const t = useTranslations("tenants");
  const textOf = useFindingText(readAt);
  const findings = sortBySeverity(tenant.health);
  return (
    <Card title={t("page.health")} aside={<HealthBadge tenant={tenant} now={readAt} />}>
      {findings.length === 0 ? (
        <p className="text-dense text-text-2">
          {t(
            tenant.status === "suspended" || contractHasEnded(tenant, readAt)
              ? "page.healthNoLimit"
              : "page.healthFine",
          )}
        </p>
      ) : (
        <ul className="grid gap-2 text-dense">
          {findings.map((finding) => (
            <li
              key={`${finding.kind} ${finding.limit}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4"
            >
              <span className="text-text">{textOf(finding)}</span>
              <FindingLink tenant={tenant} finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Shown until the tenant is ready. */
function Provisioning({ id }: { id: string }) {
  const t = useTranslations("tenants");
  const { data } = useQuery(provisioningQuery(id));
  if (data === undefined || data.state === "ready") return null;
  return (
    <Card
      title={t("provisioning.title")}
      footer={<p className="text-small text-text-3">{t("provisioning.continues")}</p>}
    >
      <ProvisioningSteps id={id} />
    </Card>
  );
}

/** Shows the health, key facts and limits of a tenant, for the operator. */
export function OverviewTab({ tenant, readAt, originOf }: OverviewTabProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
      <div className="grid gap-4">
        <LimitSummary plan={tenant.billing.plan} tenant={tenant} originOf={originOf} />
        <Facts tenant={tenant} />
      </div>
      <div className="grid gap-4">
        <Provisioning id={tenant.id} />
        <Health tenant={tenant} readAt={readAt} />
      </div>
    </div>
  );
}
