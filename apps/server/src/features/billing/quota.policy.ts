import { approachingLimitRatio } from "@praxisportal/contract/limits";
import type { ChangeQuota, QuotaState } from "@praxisportal/contract/billing/billing.schema";

/** Limits per month; null means none. For a member, null means no personal limit. */
export type Limits = { readonly limit: number | null; readonly limitMicros: number | null };

/** Amounts used and held in a month. */
export type Balance = {
  readonly used: number;
  readonly held: number;
  readonly usedMicros: number;
  readonly heldMicros: number;
};

export type MemberQuota = {
  readonly userId: string;
  readonly name: string | null;
  readonly ownLimits: Limits;
  readonly balance: Balance;
};

/** Limits and balances of an organization and its members. */
export type QuotaInput = {
  readonly organization: Limits;
  /** For members without their own limits. */
  readonly memberDefault: Limits;
  readonly balance: Balance;
  readonly people: readonly MemberQuota[];
};

export const noBalance: Balance = { used: 0, held: 0, usedMicros: 0, heldMicros: 0 };

/** Returns the effective limits of a member: each of their own, or otherwise the default for members. */
export function limitsOf(person: Pick<MemberQuota, "ownLimits">, memberDefault: Limits): Limits {
  return {
    limit: person.ownLimits.limit ?? memberDefault.limit,
    limitMicros: person.ownLimits.limitMicros ?? memberDefault.limitMicros,
  };
}

/**
 * Returns the state of the limit closest to exhaustion. Amounts held by open calls count, because no other call can
 * use them.
 */
export function stateOf({ limit, limitMicros }: Limits, balance: Balance): QuotaState {
  const spent: readonly (readonly [number | null, number])[] = [
    [limit, balance.used + balance.held],
    [limitMicros, balance.usedMicros + balance.heldMicros],
  ];
  const isAny = (test: (max: number, now: number) => boolean) =>
    spent.some(([max, now]) => max !== null && test(max, now));
  if (isAny((max, now) => now >= max)) return "reached";
  return isAny((max, now) => now > max * approachingLimitRatio) ? "near" : "free";
}

/** Returns the quota as it would be after a change. `people` must contain every member that the change names. */
export function applyChange(quota: QuotaInput, change: ChangeQuota): QuotaInput {
  const requestedById = new Map(change.people?.map((person) => [person.userId, person]));
  const limits = (old: Limits, requestedLimits: Partial<Limits> | undefined): Limits => ({
    limit: requestedLimits?.limit === undefined ? old.limit : requestedLimits.limit,
    limitMicros: requestedLimits?.limitMicros === undefined ? old.limitMicros : requestedLimits.limitMicros,
  });
  return {
    balance: quota.balance,
    organization: limits(quota.organization, change as Partial<Limits>),
    memberDefault: limits(quota.memberDefault, {
      ...(change.personLimit !== undefined && { limit: change.personLimit }),
      ...(change.personLimitMicros !== undefined && { limitMicros: change.personLimitMicros }),
    }),
    people: quota.people.map((person) => ({
      ...person,
      ownLimits: limits(person.ownLimits, requestedById.get(person.userId) as Partial<Limits> | undefined),
    })),
  };
}

/** Returns whether the change lets anyone spend more, which requires a step-up. Lowering a limit does not. */
export function allowsMore(before: QuotaInput, after: QuotaInput): boolean {
  const isMore = (old: Limits, now: Limits) =>
    (["limit", "limitMicros"] as const).some(
      (name) => (now[name] ?? Number.POSITIVE_INFINITY) > (old[name] ?? Number.POSITIVE_INFINITY),
    );
  return (
    isMore(before.organization, after.organization) ||
    isMore(before.memberDefault, after.memberDefault) ||
    before.people.some((person, index) => {
      const now = after.people[index];
      return (
        now !== undefined &&
        isMore(limitsOf(person, before.memberDefault), limitsOf(now, after.memberDefault))
      );
    })
  );
}
