import { pinValidMs } from "@praxisportal/contract/workstation/workstation.rules";
import { isUsable, givesAccess } from "../../directory/membership-rules.ts";
import type { LoginCandidate } from "../../directory/sign-in-person.queries.ts";
import {
  administers,
  requiresSecondStep,
  type FactorRules,
  restrictionOf,
} from "../../directory/sign-in.policy.ts";
import type { PinRow } from "./pins.queries.ts";

/** Returns the time until which a PIN works after a full sign-in, or null if it does not work now. */
export function worksUntil(fullSignInAt: Date | null, now: Date): Date | null {
  const until = fullSignInAt === null ? null : new Date(fullSignInAt.getTime() + pinValidMs);
  return until !== null && now < until ? until : null;
}

/**
 * Returns whether a correct PIN opens a session now. The user must still be a member without an administrator role, and
 * the full sign-in must have proved everything that a sign-in requires of them today.
 */
export function mayUsePin(person: LoginCandidate, pin: PinRow, now: Date, rules: FactorRules): boolean {
  const membership = person.memberships.find((row) => row.organizationId === pin.organization_id);
  return (
    worksUntil(pin.full_sign_in_at, now) !== null &&
    person.deactivated_at === null &&
    !administers(person) &&
    membership !== undefined &&
    isUsable(membership, now) &&
    givesAccess(membership) &&
    restrictionOf(person, rules) === null &&
    (pin.second_factor_at !== null || !requiresSecondStep(person, rules.demo))
  );
}

/** Returns whether a correct PIN would open a session if its user repeated the full sign-in now. */
export function isOnlyExpired(person: LoginCandidate, pin: PinRow, now: Date, rules: FactorRules): boolean {
  return (
    worksUntil(pin.full_sign_in_at, now) === null &&
    mayUsePin(person, { ...pin, full_sign_in_at: now }, now, rules)
  );
}
