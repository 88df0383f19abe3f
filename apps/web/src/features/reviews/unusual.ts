import { areaLevels, unusedDays } from "@praxisportal/contract/reviews/reviews.rules";
import type { ReviewedMember } from "./reviews.api.ts";

const dayMs = 86_400_000;

/** Reasons for a closer look at a member, the most important first. */
export type Unusual =
  | { kind: "neverSignedIn" }
  | { kind: "absent"; days: number }
  | { kind: "external" }
  | { kind: "unused"; count: number };

/** Returns the number of whole days since a moment. */
export function daysSince(moment: string, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - Date.parse(moment)) / dayMs));
}

/**
 * Returns the areas of a member with the level and the last change. Reads are not recorded, so only an area that the
 * member may change can be unused. An area that only the role opens is not, because it cannot be taken away alone.
 */
export function usedAreas(member: ReviewedMember, nowMs: number) {
  return areaLevels(member.role, member.permissions).map(({ area, level, isByRoleOnly }) => {
    const lastChange = member.lastChanges.find((change) => change.area === area)?.at;
    const isUnused =
      level === "write" &&
      !isByRoleOnly &&
      (lastChange === undefined || daysSince(lastChange, nowMs) > unusedDays);
    return { area, level, lastChange, isUnused };
  });
}

/** Returns the most important unusual finding about a member, or undefined if there is none. */
export function unusualOf(member: ReviewedMember, nowMs: number): Unusual | undefined {
  if (member.lastSignInAt === null) return { kind: "neverSignedIn" };
  const days = daysSince(member.lastSignInAt, nowMs);
  if (days > unusedDays) return { kind: "absent", days };
  if (member.isExternal) return { kind: "external" };
  const count = usedAreas(member, nowMs).filter(({ isUnused }) => isUnused).length;
  return count > 0 ? { kind: "unused", count } : undefined;
}

const order: readonly (Unusual["kind"] | undefined)[] = [
  "neverSignedIn",
  "absent",
  "external",
  "unused",
  undefined,
];

/** Returns the members with unusual members first. The order stays the same otherwise. */
export function unusualFirst(members: readonly ReviewedMember[], nowMs: number): ReviewedMember[] {
  const rank = (member: ReviewedMember) => order.indexOf(unusualOf(member, nowMs)?.kind);
  return members.toSorted((left, right) => rank(left) - rank(right));
}
