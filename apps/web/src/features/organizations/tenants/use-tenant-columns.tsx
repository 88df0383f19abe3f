import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { ListColumn } from "../../../platform/list/list-column.ts";
import { Meter } from "../../../ui/chart/meter.tsx";
import { nameLinkClass } from "../../../ui/button/link-style.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";
import { Highlight } from "../../../ui/label/highlight.tsx";
import { OrganizationState, useStateText } from "../organization-status-badge.tsx";
import { useOrganizationTypeLabels } from "../use-organization-types.ts";
import { ratioOf, usedOf } from "./limits.ts";
import { HealthCell, useHealthText } from "./tenant-health.tsx";
import type { TenantLimitName, Tenant } from "./tenants.api.ts";
import { useLimitFormat } from "./use-limit-format.ts";
import { usePlanPrice } from "./use-plan-price.ts";

/** Tabs to which the figures of the list link. */
const originTab = { maxUsers: "limits", monthlyTokens: "usage", storageGB: "limits" } as const;

function LimitCell({ tenant, name }: { tenant: Tenant; name: TenantLimitName }) {
  const t = useTranslations("limits");
  const limits = useLimitFormat();
  const used = usedOf(tenant.usage, name);
  const limit = tenant.limits[name];
  return (
    <div className="min-w-0">
      <Link
        to="/tenant-management/$id"
        params={{ id: tenant.id }}
        search={{ tab: originTab[name] }}
        className="rounded-r-1 text-text tabular-nums underline-offset-3 hover:underline"
      >
        {limits.shortUsage(name, used, limit)}
      </Link>
      <Meter
        className="mt-1 max-w-40"
        label={t(`name.${name}`)}
        valueText={limits.usedOf(name, used, limit)}
        ratio={ratioOf(used, limit)}
        limitMark
      />
    </div>
  );
}

/**
 * Returns the columns of the tenant list.
 * @param now time at which the list was fetched, in ms.
 */
export function useTenantColumns(now: number): readonly ListColumn<Tenant>[] {
  const t = useTranslations("tenants");
  const names = useTranslations("limits");
  const stateText = useStateText();
  const healthText = useHealthText();
  const limits = useLimitFormat();
  const { typeName } = useOrganizationTypeLabels();
  const priceOf = usePlanPrice();
  const limitColumn = (name: TenantLimitName, sortField?: string): ListColumn<Tenant> => ({
    id: name,
    header: names(`name.${name}`),
    width: name === "maxUsers" ? 8.5 : 9,
    ...(sortField === undefined ? {} : { sortField }),
    text: ({ usage, limits: max }) => limits.usedOf(name, usedOf(usage, name), max[name]),
    cell: (tenant) => <LimitCell tenant={tenant} name={name} />,
  });
  return [
    {
      id: "name",
      header: t("columns.name"),
      width: 15,
      text: ({ name }) => name,
      cell: (tenant, searchText) => (
        <>
          <Link
            to="/tenant-management/$id"
            params={{ id: tenant.id }}
            className={`${nameLinkClass} wrap-anywhere`}
          >
            <Highlight text={tenant.name} search={searchText} />
          </Link>
          {/* Practices may have the same name. */}
          <span className="block text-small wrap-anywhere text-text-3">
            <Dotted
              details={[tenant.headquarters, tenant.practiceCode].filter((detail) => detail !== null)}
            />
          </span>
          <span className="mt-1 block">
            <OrganizationState organization={tenant} />
          </span>
        </>
      ),
    },
    // The name column shows the state as well.
    {
      id: "status",
      header: t("columns.status"),
      text: (tenant) => stateText(tenant, now),
      initiallyHidden: true,
    },
    {
      id: "health",
      header: t("columns.health"),
      width: 13.4,
      text: (tenant) => healthText(tenant, now),
      cell: (tenant) => <HealthCell tenant={tenant} now={now} />,
    },
    {
      id: "plan",
      header: t("columns.plan"),
      width: 8.6,
      text: ({ billing }) => names(`plan.${billing.plan}`),
      cell: ({ billing }) => (
        <>
          {names(`plan.${billing.plan}`)}
          <span className="block min-h-5 text-small text-text-3">{priceOf(billing)}</span>
        </>
      ),
    },
    limitColumn("maxUsers", "currentUsers"),
    limitColumn("monthlyTokens", "tokensUsed"),
    limitColumn("storageGB"),
    { id: "lastSignInAt", header: t("columns.lastSignInAt"), moment: (tenant) => tenant.lastSignInAt },
    { id: "type", header: t("columns.type"), text: ({ type }) => typeName(type), initiallyHidden: true },
    // The name column shows both as well.
    {
      id: "practiceCode",
      header: t("columns.practiceCode"),
      text: ({ practiceCode }) => practiceCode,
      initiallyHidden: true,
    },
    {
      id: "headquarters",
      header: t("columns.headquarters"),
      text: ({ headquarters }) => headquarters,
      initiallyHidden: true,
    },
    {
      id: "createdAt",
      header: t("columns.createdAt"),
      moment: (tenant) => tenant.createdAt,
      initiallyHidden: true,
    },
  ];
}
