import { domainEvents } from "@praxisportal/contract/events/domain-events";
import { invoiceKeys } from "../../entities/invoice/invoice-keys.ts";
import { organizationKeys, tenantKeys } from "../../entities/organization/organization-keys.ts";
import { personKeys } from "../../entities/person/person-keys.ts";
import { providerKeys } from "../../entities/provider/provider.api.ts";
import { organizationBillingQuery } from "../../entities/organization/billing.api.ts";
import { dashboardQuery, statisticsQuery } from "../../entities/organization/organization.api.ts";
import { monthsQuery } from "../../entities/quota/cost-months.api.ts";
import { checkedQuotaQuery, quotaQuery } from "../../entities/quota/quota.api.ts";
import { usageKeys } from "../../entities/quota/usage-keys.ts";
import { previewQuery } from "../../features/organizations/plans/subscription.api.ts";
import { tenantSearch } from "../../features/organizations/tenants/tenant-search.ts";
import {
  tenantPageQuery,
  tenantQuery,
  tenantUsageQuery,
} from "../../features/organizations/tenants/tenants.api.ts";
import { personUsageQuery, usageHistoryQuery, usageQuery } from "../../features/usage/usage.api.ts";
import { describe, expect, it } from "vitest";
import { allKeys } from "./all-keys.ts";
import { touchedKeys } from "./touched-keys.ts";

const refreshing = new Set(["userUpdate", "organizationUpdate", "usageUpdate", "aiEvent", "billingEvent"]);

describe("the data touched by a live update", () => {
  const types = Object.values(domainEvents).filter(({ live }) => live !== null && refreshing.has(live.event));

  it.each(types.map(({ name }) => name))("is declared for %s", (type) => {
    expect(touchedKeys("organization", { type })).not.toEqual(allKeys("organization"));
  });

  it("R7w-14 see R7w-19 contains exactly the data that a billing event changes", () => {
    const keysOf = (type: string) => touchedKeys("organization", { type });
    // The operator's pages show the same invoices.
    const { current, summary, lists, entries } = invoiceKeys;
    for (const type of ["invoice.recalculated", "invoice.finalised", "invoice.reminded"])
      expect(keysOf(type)).toEqual([organizationKeys.invoices("organization"), current]);
    for (const type of ["invoice.payment_added", "invoice.paid"])
      expect(keysOf(type)).toEqual([organizationKeys.invoices("organization"), current, entries]);
    for (const type of ["billing.profile_changed", "billing.mandate_changed"])
      expect(keysOf(type)).toEqual([tenantKeys.account, current]);
    expect(keysOf("billing.run_progressed")).toEqual([summary, lists]);
    expect(keysOf("subscription.changed")).toEqual([tenantKeys.billing, tenantKeys.account]);
  });

  it("see R0-11 R7w-19 contains the models of one provider, or of all providers if the usable models may have changed", () => {
    for (const scope of ["organization", null]) {
      const keys = touchedKeys(scope, { type: "ai.provider_updated", provider: "nord" });
      expect(keys).toContainEqual([...providerKeys.models(scope), "nord"]);
      expect(keys).not.toContainEqual(providerKeys.models(scope));
    }
    for (const type of ["ai.approval_changed", "ai.policy_changed", "ai.stopped", "ai.resumed"]) {
      expect(touchedKeys("organization", { type })).toContainEqual(providerKeys.models("organization"));
      expect(touchedKeys(null, { type })).not.toContainEqual(providerKeys.models(null));
    }
  });

  it("see R0-11 R7w-11 R7w-13 R7w-19 contains exactly the data that shows the changed object", () => {
    const scope = "organization";
    const [departments, statistics] = [
      organizationKeys.departments(scope),
      organizationKeys.statistics(scope),
    ];
    const people = [
      personKeys.lists(scope),
      personKeys.statistics(scope),
      statistics,
      organizationKeys.licenses(scope),
      organizationKeys.operations(scope),
      organizationKeys.lists,
      tenantKeys.overview,
    ];
    const seats = [
      personKeys.board(scope),
      tenantKeys.statistics,
      tenantKeys.lists,
      tenantKeys.details,
      tenantKeys.usage,
      tenantKeys.use,
    ];
    const one = [personKeys.one(scope, "u1"), ...people];
    const sites = organizationKeys.sites(scope);
    const ai = [providerKeys.providers(scope), providerKeys.models(scope), organizationKeys.audit(scope)];
    const aiSwitches = [providerKeys.switches(scope), ...ai];
    const expected = {
      "department.renamed": [departments, statistics, personKeys.all(scope)],
      "site.updated": [sites, statistics],
      "workstation.updated": [organizationKeys.workstations(scope), statistics],
      "webhook.updated": [organizationKeys.webhooks(scope)],
      "review.completed": [organizationKeys.reviews(scope), organizationKeys.operations(scope)],
      "evidence.created": [organizationKeys.evidence(scope)],
      "organization.emergency_code_created": [organizationKeys.emergencyCode(scope), statistics],
      "organization.sync_progressed": [
        tenantKeys.cloudSync,
        tenantKeys.lists,
        tenantKeys.details,
        statistics,
      ],
      "user.role_changed": one,
      "user.site_changed": [sites, ...one],
      "user.updated": [...one, ...seats],
      "member.removed": [...one, ...seats],
      "staff.checked": [...one, ...seats],
      "session.ended": one,
      "ai.approval_changed": ai,
      "ai.policy_changed": [providerKeys.policy(scope), ...ai],
      "ai.stopped": aiSwitches,
      "ai.resumed": aiSwitches,
      "ai.template_created": [providerKeys.templates(scope), organizationKeys.audit(scope)],
      "ai.instruction_confirmed": [providerKeys.instruction(scope), organizationKeys.audit(scope)],
    };
    for (const [type, keys] of Object.entries(expected))
      expect([type, touchedKeys(scope, { type, userId: "u1" })]).toEqual([type, keys]);
    // Without the id of a person, the event may concern any person.
    expect(touchedKeys(scope, { type: "user.role_changed" })).toEqual([personKeys.all(scope), ...people]);
  });

  it("see R7w-10 R7w-19 contains all data that shows an organization", () => {
    const scope = "organization";
    const keys = [
      organizationKeys.details(scope),
      organizationKeys.licenses(scope),
      organizationKeys.statistics(scope),
      organizationKeys.lists,
      tenantKeys.statistics,
      tenantKeys.overview,
      tenantKeys.lists,
      tenantKeys.details,
      tenantKeys.limits,
      tenantKeys.usage,
      tenantKeys.billing,
      tenantKeys.account,
    ];
    for (const type of ["organization.updated", "organization.plan_changed", "organization.suspended"])
      expect([type, touchedKeys(scope, { type })]).toEqual([type, keys]);
  });

  it("R7w-09 see R7w-19 contains all data that shows usage", () => {
    // The dashboard's tile, quotas and months, the operator's lists and pages, and the practice's plan and billing.
    const keys = [
      ["usage", "organization", "quota"],
      ["usage", "organization", "sums"],
      organizationKeys.statistics("organization"),
      tenantKeys.lists,
      tenantKeys.details,
      tenantKeys.usage,
      tenantKeys.billing,
      tenantKeys.account,
    ];
    for (const type of ["usage.booked", "usage.limit_reached"])
      expect(touchedKeys("organization", { type })).toEqual(keys);
  });

  it("see R7w-09 contains the query of each screen that shows usage", () => {
    const id = "organization";
    const today = "2026-11-30";
    const days = { startDate: "2026-11-01", endDate: today };
    const queries = {
      "/dashboard": dashboardQuery(id),
      "/organization": statisticsQuery(id),
      "/usage": usageQuery(id, "current", today),
      "/usage, by day": usageHistoryQuery(id, days),
      "/usage, by month": monthsQuery(id),
      "/usage of a person": personUsageQuery(id, "u1", "current"),
      "/ai-usage": checkedQuotaQuery(id),
      "/assistant": quotaQuery(id),
      "/billing": organizationBillingQuery(id),
      "/billing-subscription": previewQuery(id, "basic", "month"),
      "/tenant-usage": tenantUsageQuery(id, "30d"),
      "/tenant-management": tenantPageQuery(tenantSearch.parse({}).search),
      "/tenant-management/$id": tenantQuery(id),
    };
    const keys = touchedKeys(id, { type: "usage.booked" });
    const stale = Object.entries(queries).filter(
      ([, { queryKey }]) => !keys.some((key) => key.every((part, index) => part === queryKey[index])),
    );
    expect(stale.map(([screen]) => screen)).toEqual([]);
  });

  it("see R0-11 contains the past days of usage only when everything may have changed", () => {
    const { past, sums, quota } = usageKeys;
    const id = "organization";
    const keysOf = (type: string) => touchedKeys(id, { type });
    for (const type of ["usage.booked", "usage.limit_reached"]) {
      expect(keysOf(type)).toEqual(expect.arrayContaining([quota(id), sums(id)]));
      expect(keysOf(type)).not.toContainEqual(past(id));
    }
    expect(keysOf("billing.quota_changed")).not.toContainEqual(sums(id));
    expect(allKeys(id)).toContainEqual(past(id).slice(0, 2));
  });

  it("see R7w-19 leaves out only whole groups, names, plans, the operator’s settings, past days and the logo", () => {
    // The events of the demo data touch everything.
    const names = types.map(({ name }): string => name).filter((name) => !name.startsWith("demo"));
    const touched = names.flatMap((type) => touchedKeys("organization", { type, userId: "u1" }));
    const keyModules = [organizationKeys, tenantKeys, invoiceKeys, personKeys, providerKeys, usageKeys];
    const keys = keyModules.flatMap((module) =>
      Object.values(module).map((key: readonly unknown[] | ((...ids: string[]) => readonly unknown[])) =>
        typeof key === "function" ? key("organization", "u1") : key,
      ),
    );
    const untouched = keys.filter(
      (key) => !touched.some((part) => part.every((element, index) => element === key[index])),
    );
    expect(untouched.map((key) => key.join(" "))).toEqual([
      "organizations",
      "organizations names",
      "organizations organization",
      "organizations organization logo",
      "tenants",
      "tenants plans",
      "invoices",
      "invoices runs",
      "invoices operator",
      "invoices tax-rates",
      "organizations organization ai",
      "usage organization",
      "usage organization past",
    ]);
  });

  it("contains all data if the type is from a newer server", () => {
    expect(touchedKeys("organization", { type: "surgery.planned" })).toEqual(allKeys("organization"));
    expect(touchedKeys("organization", {})).toEqual(allKeys("organization"));
  });
});
