import { plans } from "@praxisportal/contract/organizations/organizations.schema";
import type { AppliedLimits, Plan, TenantUsage } from "@praxisportal/contract/tenants/plans.schema";
import { type DayRange, eachDay } from "@praxisportal/contract/usage/usage.rules";
import type { Currency } from "@praxisportal/contract/usage/usage.schema";
import { entitlementsIn, type Entitlements } from "../../../directory/entitlements.queries.ts";
import type { PlanRow } from "../../../directory/plan-catalogue.queries.ts";
import type { LimitDaySums } from "../../usage/usage.queries.ts";
import type { UseRows } from "./limits.queries.ts";

/** Storage is measured in units of 10⁹ bytes. */
export const bytesPerGB = 1_000_000_000;

/** Returns the plans, the smallest first. */
export function presentPlans(rows: readonly PlanRow[]): Plan[] {
  return plans.map((name) => {
    const row = rows.find((candidate) => candidate.name === name);
    if (row === undefined) throw new Error(`there is no plan ${name}`);
    return presentPlan(row);
  });
}

export function presentPlan(row: PlanRow): Plan {
  return {
    id: `${row.name}-${row.validFrom}`,
    name: row.name as Plan["name"],
    maxUsers: row.seats,
    monthlyTokens: Number(row.tokens),
    storageGB: Number(row.bytes) / bytesPerGB,
    prices: row.prices.map(({ currency, monthly, yearly }) => ({
      currency: currency as Currency,
      monthly,
      yearly,
    })),
    includedAi: row.prices.map(({ currency, includedAi }) => ({
      currency: currency as Currency,
      monthly: includedAi,
    })),
    validFrom: row.validFrom,
  };
}

/** Returns the limits of an organization. */
export function presentLimits({ maxUsers, monthlyTokens, storageBytes }: Entitlements): AppliedLimits {
  return {
    maxUsers: maxUsers.value,
    monthlyTokens: monthlyTokens.value,
    storageGB: storageBytes.value / bytesPerGB,
    sources: {
      maxUsers: maxUsers.source,
      monthlyTokens: monthlyTokens.source,
      storageGB: storageBytes.source,
    },
  };
}

/** Returns the usage of an organization with every day of the range. Days without bookings are zero. */
export function presentTenantUsage(
  [entitlements, [seats], files, [use]]: UseRows,
  month: DayRange,
  range: DayRange,
  sums: readonly LimitDaySums[],
): TenantUsage {
  const storage = files.map(({ kind, bytes }) => ({ kind, bytes: Number(bytes) }));
  const rowsByDay = new Map(sums.map((row) => [row.day, row]));
  return {
    tokensUsed: Number(use?.tokens),
    currentUsers: Number(seats?.taken),
    storageUsedGB: storage.reduce((sum, { bytes }) => sum + bytes, 0) / bytesPerGB,
    storage,
    limits: presentLimits(entitlementsIn(entitlements)),
    month: { from: month.startDate, to: month.endDate },
    days: eachDay(range).map((day) => {
      const row = rowsByDay.get(day);
      return { day, tokens: Number(row?.limitTokens ?? 0), calls: Number(row?.calls ?? 0) };
    }),
  };
}
