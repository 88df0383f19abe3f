import { quotaMaxPeopleListed } from "@praxisportal/contract/limits";
import type {
  ChangedQuota,
  PersonBudget,
  Quota,
  QuotaBudget,
} from "@praxisportal/contract/billing/billing.schema";
import { entitlementsIn } from "../../directory/entitlements.queries.ts";
import type { DayRange } from "@praxisportal/contract/usage/usage.rules";
import type { Currency } from "@praxisportal/contract/usage/usage.schema";
import {
  type Balance,
  type Limits,
  limitsOf,
  noBalance,
  type MemberQuota,
  type QuotaInput,
  stateOf,
} from "./quota.policy.ts";
import type { BudgetRow, LedgerRow, PersonBudgetRow, PolicyRow, QuotaRows } from "./quota.queries.ts";

const numberOf = (text: string | null | undefined) =>
  text === null || text === undefined ? null : Number(text);

const balanceOf = (row: BudgetRow): Balance => ({
  used: Number(row.used),
  held: Number(row.held),
  usedMicros: Number(row.usedMicros),
  heldMicros: Number(row.heldMicros),
});

const personOf = (row: PersonBudgetRow): MemberQuota => ({
  userId: row.id,
  name: row.name,
  ownLimits: { limit: numberOf(row.limit), limitMicros: numberOf(row.limitMicros) },
  balance: balanceOf(row),
});

/** Builds limits and balances from the rows. An organization without a policy has no limits. */
export function quotaInputOf([[policy], [balance], people]: QuotaRows): QuotaInput & { version: number } {
  return {
    version: policy?.version ?? 0,
    ...limitsIn(policy),
    balance: balance === undefined ? noBalance : balanceOf(balance),
    people: people.map(personOf),
  };
}

const limitsIn = (policy: PolicyRow | undefined) => ({
  organization: { limit: numberOf(policy?.limit), limitMicros: numberOf(policy?.limitMicros) },
  memberDefault: { limit: numberOf(policy?.personLimit), limitMicros: numberOf(policy?.personLimitMicros) },
});

function presentBudget(limits: Limits, balance: Balance): QuotaBudget {
  const remaining = (limit: number | null, spent: number) =>
    limit === null ? null : Math.max(0, limit - spent);
  return {
    ...limits,
    ...balance,
    left: remaining(limits.limit, balance.used + balance.held),
    leftMicros: remaining(limits.limitMicros, balance.usedMicros + balance.heldMicros),
    state: stateOf(limits, balance),
  };
}

function presentPerson(person: MemberQuota, memberDefault: Limits): PersonBudget {
  const { userId, name, ownLimits } = person;
  const hasOwnLimit = ownLimits.limit !== null || ownLimits.limitMicros !== null;
  return { userId, name, hasOwnLimit, ...presentBudget(limitsOf(person, memberDefault), person.balance) };
}

function presentLedger(row: LedgerRow | undefined): Quota["ledger"] {
  if (row === undefined) return null;
  const staleCalls = Number(row.stale);
  return {
    isHealthy: row.held && row.used && staleCalls === 0,
    heldMatches: row.held,
    usedMatches: row.used,
    staleCalls,
    openCalls: Number(row.open),
    openTokens: Number(row.openTokens),
    openMicros: Number(row.openMicros),
    bookedTokens: Number(row.bookedTokens),
    bookedMicros: Number(row.bookedMicros),
    checkedAt: row.at.toISOString(),
  };
}

/**
 * Returns the parts of a response that the quota does not decide: the limit of the plan, and the ledger if requested.
 */
export function planLimitAndLedgerOf([, , , [ledger], entitlements]: QuotaRows) {
  return { ledger, planLimit: entitlementsIn(entitlements).monthlyTokens.value };
}

/** Context of a quota response: organization, month and caller. */
export type QuotaContext = {
  organizationId: string;
  month: DayRange;
  currency: string;
  version: number;
  /** The caller. */
  self: MemberQuota;
  seesPeople: boolean;
  ledger: LedgerRow | undefined;
  planLimit: number;
};

/** Returns a quota. The usage of other members is included only if the caller may see it. */
export function presentQuota(quota: QuotaInput, context: QuotaContext): Quota {
  const { organizationId, month, currency, version, self, seesPeople, ledger, planLimit } = context;
  return {
    organizationId,
    month: month.startDate.slice(0, 7),
    ...month,
    currency: currency as Currency,
    ...presentBudget(quota.organization, quota.balance),
    planLimit,
    personLimit: quota.memberDefault.limit,
    personLimitMicros: quota.memberDefault.limitMicros,
    own: presentBudget(limitsOf(self, quota.memberDefault), self.balance),
    people: seesPeople
      ? quota.people
          .slice(0, quotaMaxPeopleListed)
          .map((person) => presentPerson(person, quota.memberDefault))
      : null,
    ledger: presentLedger(ledger),
    version,
  };
}

/** Returns the budgets whose state differs after a change, that of the organization first. */
export function presentAffected(before: QuotaInput, after: QuotaInput): ChangedQuota["affected"] {
  const organization = {
    userId: null,
    name: null,
    before: stateOf(before.organization, before.balance),
    after: stateOf(after.organization, after.balance),
  };
  const people = after.people.map((person, index) => ({
    userId: person.userId,
    name: person.name,
    before: stateOf(limitsOf(before.people[index] ?? person, before.memberDefault), person.balance),
    after: stateOf(limitsOf(person, after.memberDefault), person.balance),
  }));
  return [organization, ...people].filter((change) => change.before !== change.after);
}
