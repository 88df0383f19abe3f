import type { PersonBudget, Quota } from "@praxisportal/contract/billing/billing.schema";
import { formatCount, formatMicros, type ParsedLimit, parseCount, parseMicros } from "../amounts.ts";
import type { QuotaChange } from "./quota.api.ts";

/** Subject of the edited limits: the organization with the defaults for its members, or one person. */
export type QuotaTarget = "organization" | { readonly userId: string; readonly name: string };

export const organizationFields = ["limit", "limitMicros", "personLimit", "personLimitMicros"] as const;
const personFields = ["limit", "limitMicros"] as const;
export type QuotaField = (typeof organizationFields)[number];

export type Limits = Readonly<Partial<Record<QuotaField, number | null>>>;
export type QuotaDraft = Readonly<Partial<Record<QuotaField, string>>>;

export const fieldsOf = (target: QuotaTarget): readonly QuotaField[] =>
  target === "organization" ? organizationFields : personFields;

export const isMoney = (field: QuotaField) => field.endsWith("Micros");

/** Returns the current limits. A person's limit is null where it equals the default. */
export function currentLimits(quota: Quota, target: QuotaTarget): Limits {
  if (target === "organization") {
    const { limit, limitMicros, personLimit, personLimitMicros } = quota;
    return { limit, limitMicros, personLimit, personLimitMicros };
  }
  const person = quota.people?.find(({ userId }) => userId === target.userId);
  if (person === undefined || !person.hasOwnLimit) return { limit: null, limitMicros: null };
  return {
    limit: person.limit === quota.personLimit ? null : person.limit,
    limitMicros: person.limitMicros === quota.personLimitMicros ? null : person.limitMicros,
  };
}

/** Returns the limits as editable text. */
export function draftOf(limits: Limits, locale: string): QuotaDraft {
  return Object.fromEntries(
    Object.entries(limits).map(([field, value]) => [
      field,
      isMoney(field as QuotaField) ? formatMicros(value, locale) : formatCount(value, locale),
    ]),
  );
}

export function parseField(draft: QuotaDraft, field: QuotaField, locale: string): ParsedLimit {
  const text = draft[field] ?? "";
  return isMoney(field) ? parseMicros(text, locale) : parseCount(text);
}

/** Returns the fields that differ from the limits. Invalid fields are omitted. */
export function changedLimits(
  draft: QuotaDraft,
  limits: Limits,
  target: QuotaTarget,
  locale: string,
): Limits {
  const changedValues = fieldsOf(target).flatMap((field) => {
    const limit = parseField(draft, field, locale);
    return limit === undefined || limit === (limits[field] ?? null) ? [] : [[field, limit] as const];
  });
  return Object.fromEntries(changedValues);
}

/** Merges a concurrent change. Unchanged fields take the current limits, and changed fields keep their input. */
export function mergeDraft(draft: QuotaDraft, old: Limits, present: Limits, locale: string): QuotaDraft {
  const remote = draftOf(present, locale);
  return Object.fromEntries(
    (Object.keys(remote) as QuotaField[]).map((field) => [
      field,
      parseField(draft, field, locale) === (old[field] ?? null) ? remote[field] : draft[field],
    ]),
  );
}

/** Returns the request body. */
export function buildQuotaChange(target: QuotaTarget, limits: Limits): QuotaChange {
  return target === "organization" ? limits : { people: [{ userId: target.userId, ...limits }] };
}

/** Returns a person's budget, or an unused one under the default limits. */
export function budgetOf(quota: Quota, userId: string): Omit<PersonBudget, "name"> {
  const person = quota.people?.find((candidate) => candidate.userId === userId);
  if (person !== undefined) return person;
  const { personLimit: limit, personLimitMicros: limitMicros } = quota;
  return {
    userId,
    hasOwnLimit: false,
    limit,
    limitMicros,
    used: 0,
    held: 0,
    usedMicros: 0,
    heldMicros: 0,
    left: limit,
    leftMicros: limitMicros,
    state: limit === 0 || limitMicros === 0 ? "reached" : "free",
  };
}
