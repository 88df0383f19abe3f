import { quotaPeopleShown } from "@praxisportal/contract/limits";
import type {
  ChangedQuota,
  PersonBudget,
  Quota,
  QuotaBudget,
} from "@praxisportal/contract/billing/billing.schema";
import type { DayRange } from "@praxisportal/contract/usage/usage.rules";
import type { Currency } from "@praxisportal/contract/usage/usage.schema";
import {
  type Balance,
  type Limits,
  limitsOf,
  noBalance,
  type PersonFacts,
  type QuotaFacts,
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

const personOf = (row: PersonBudgetRow): PersonFacts => ({
  userId: row.id,
  name: row.name,
  own: { limit: numberOf(row.limit), limitMicros: numberOf(row.limitMicros) },
  balance: balanceOf(row),
});

/** Builds limits and balances from the rows. An organization without a policy has no limits. */
export function quotaFacts([[policy], [balance], people]: QuotaRows): QuotaFacts & { version: number } {
  return {
    version: policy?.version ?? 0,
    ...limitsIn(policy),
    balance: balance === undefined ? noBalance : balanceOf(balance),
    people: people.map(personOf),
  };
}

const limitsIn = (policy: PolicyRow | undefined) => ({
  practice: { limit: numberOf(policy?.limit), limitMicros: numberOf(policy?.limitMicros) },
  everybody: { limit: numberOf(policy?.personLimit), limitMicros: numberOf(policy?.personLimitMicros) },
});

function presentBudget(limits: Limits, balance: Balance): QuotaBudget {
  const left = (limit: number | null, spent: number) => (limit === null ? null : Math.max(0, limit - spent));
  return {
    ...limits,
    ...balance,
    left: left(limits.limit, balance.used + balance.held),
    leftMicros: left(limits.limitMicros, balance.usedMicros + balance.heldMicros),
    state: stateOf(limits, balance),
  };
}

function presentPerson(person: PersonFacts, everybody: Limits): PersonBudget {
  const { userId, name, own } = person;
  const hasOwnLimit = own.limit !== null || own.limitMicros !== null;
  return { userId, name, hasOwnLimit, ...presentBudget(limitsOf(person, everybody), person.balance) };
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

/** Context of a quota response: organization, month and caller. */
export type QuotaFrame = {
  organizationId: string;
  month: DayRange;
  currency: string;
  version: number;
  /** The caller. */
  self: PersonFacts;
  seesPeople: boolean;
  ledger: LedgerRow | undefined;
};

/** A quota. The usage of other members is included only if the caller may see it. */
export function presentQuota(facts: QuotaFacts, frame: QuotaFrame): Quota {
  const { organizationId, month, currency, version, self, seesPeople, ledger } = frame;
  return {
    organizationId,
    month: month.startDate.slice(0, 7),
    ...month,
    currency: currency as Currency,
    ...presentBudget(facts.practice, facts.balance),
    personLimit: facts.everybody.limit,
    personLimitMicros: facts.everybody.limitMicros,
    own: presentBudget(limitsOf(self, facts.everybody), self.balance),
    people: seesPeople
      ? facts.people.slice(0, quotaPeopleShown).map((person) => presentPerson(person, facts.everybody))
      : null,
    ledger: presentLedger(ledger),
    version,
  };
}

/** Budgets whose state differs after a change, that of the organization first. */
export function presentAffected(before: QuotaFacts, after: QuotaFacts): ChangedQuota["affected"] {
  const practice = {
    userId: null,
    name: null,
    before: stateOf(before.practice, before.balance),
    after: stateOf(after.practice, after.balance),
  };
  const people = after.people.map((person, index) => ({
    userId: person.userId,
    name: person.name,
    before: stateOf(limitsOf(before.people[index] ?? person, before.everybody), person.balance),
    after: stateOf(limitsOf(person, after.everybody), person.balance),
  }));
  return [practice, ...people].filter((each) => each.before !== each.after);
}
