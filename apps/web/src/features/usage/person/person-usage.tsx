import type { PersonUsage as PersonUsageData } from "@praxisportal/contract/usage/usage.schema";
import { audioTokensPerSecond } from "@praxisportal/contract/limits";
import { hasPermission } from "@praxisportal/contract/permissions";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { userQuery } from "../../../entities/person/person.api.ts";
import { quotaQuery } from "../../../entities/quota/quota.api.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Button } from "../../../ui/button/button.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { CallsTile, ExcludedCosts } from "../chart/cost-tile.tsx";
import { DaysCard } from "../chart/day-chart.tsx";
import { StatTile } from "../chart/stat-tile.tsx";
import { PeriodSwitch } from "../period-switch.tsx";
import { QuotaDialog } from "../quota/lazy-dialogs.ts";
import { budgetOf } from "../quota/quota-draft.ts";
import { BudgetMeters, QuotaBadge } from "../quota/quota-state.tsx";
import { UsageFallback, NoUsage } from "../usage-layout.tsx";
import type { UsagePeriod } from "../usage-search.ts";
import { personUsageQuery } from "../usage.api.ts";
import { useAmounts } from "../use-amounts.ts";

export interface PersonUsageProps {
  organizationId: string;
  userId: string;
  name: string;
}

/** Shows a person's usage and remaining quota. */
export function PersonUsage({ organizationId, userId, name }: PersonUsageProps) {
  const t = useTranslations("usage");
  const [period, setPeriod] = useState<UsagePeriod>("current");
  const usage = useQuery(personUsageQuery(organizationId, userId, period));
  const { data } = usage;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-dense text-text-2">{t("subtitle")}</p>
        <PeriodSwitch period={period} onChange={setPeriod} />
      </div>
      <UsageFallback query={usage} />
      {data && (
        <>
          <div className="grid items-stretch gap-4 sm:grid-cols-2">
            <PersonCost usage={data} />
            <CallsTile usage={data} />
          </div>
          {data.total === 0 ? (
            <NoUsage />
          ) : (
            <DaysCard title={t("chart.days")} currency={data.currency} days={data.byDay} />
          )}
        </>
      )}
      <PersonQuota {...{ organizationId, userId, name }} />
    </div>
  );
}

function PersonCost({ usage }: { usage: PersonUsageData }) {
  const t = useTranslations("usage");
  const amounts = useAmounts(usage.currency);
  return (
    <StatTile
      title={t("cost.title")}
      value={amounts.money(usage.totals.costMicros)}
      month={amounts.month(usage.startDate)}
    >
      <ExcludedCosts totals={usage.totals} otherCurrencies={usage.otherCurrencies} />
    </StatTile>
  );
}

function PersonQuota({ organizationId, userId, name }: PersonUsageProps) {
  const t = useTranslations("quota");
  const canChange = useHasPermission("billing:write");
  const { data: quota } = useQuery(quotaQuery(organizationId));
  const [isOpen, setIsOpen] = useKeptState("person-quota", false);
  // The list is missing without the permission to see the usage of other people.
  if (quota === undefined || quota.people === null) return null;
  const budget = budgetOf(quota, userId);
  const isLimited = budget.limit !== null || budget.limitMicros !== null;
  return (
    <Card
      title={t("person.title")}
      description={t(budget.hasOwnLimit ? "people.own" : "people.everybody")}
      aside={
        <>
          {isLimited && <QuotaBadge state={budget.state} />}
          {canChange && (
            <Button size="small" onClick={() => setIsOpen(true)}>
              {t("people.edit")}
            </Button>
          )}
        </>
      }
    >
      <MissingRight {...{ organizationId, userId, name }} />
      {canChange && (budget.limit === 0 || budget.limitMicros === 0) && (
        <p className="mb-3 text-dense text-text-2">{t("person.zero", { name, button: t("people.edit") })}</p>
      )}
      {isLimited ? (
        <>
          <BudgetMeters budget={budget} currency={quota.currency} />
          {budget.limit !== null && (
            <p className="mt-3 text-small text-text-2">{t("dictation", { count: audioTokensPerSecond })}</p>
          )}
        </>
      ) : (
        <p className="text-dense text-text-2">{t("person.none")}</p>
      )}
      {isOpen && (
        <QuotaDialog
          {...{ organizationId, quota }}
          target={{ userId, name }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Card>
  );
}

/** Explains that a person may not use the assistant, regardless of their quota. */
function MissingRight({ organizationId, userId, name }: PersonUsageProps) {
  const t = useTranslations("quota");
  const { data: user } = useQuery(userQuery(organizationId, userId));
  const canEdit = useHasPermission("users:write");
  if (user === undefined) return null;
  if (hasPermission({ role: user.role.type, permissions: user.role.permissions }, "ai:use")) return null;
  return (
    <p className="mb-3 text-dense text-text-2">
      {t("person.noRight", { name })}{" "}
      {canEdit && (
        <Link to="/users/$userId/permissions" params={{ userId }} className={linkClass}>
          {t("person.editRights")}
        </Link>
      )}
    </p>
  );
}
