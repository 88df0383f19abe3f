import { hasPermission, type Principal } from "@praxisportal/contract/permissions";
import type { Country } from "@praxisportal/contract/sites/site-number.rules";
import { isPhysicianNumber } from "@praxisportal/contract/staff/staff.rules";
import type { ValidationCode } from "@praxisportal/contract/validation";

/** Returns whether the caller may manage onboarding and offboarding in general. Each person is checked separately. */
export function mayManageStaff(principal: Principal): boolean {
  return hasPermission(principal, "users:write");
}

export type External = { validUntil: string; confidentialityOn: string; physicianNumber: string | null };

type Issue = { path: string; code: ValidationCode; params: Record<string, string | number> };

/** Returns the calendar day this many days later; days are ISO dates. */
function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * Returns the errors in the data of an external person: the end is before the first day or beyond the maximum access of
 * the organization, counted from that day (today at the earliest), the agreement is dated in the future, or the number
 * has the wrong format.
 */
export function externalFaults(
  external: External,
  organization: { country: Country; today: string; accessDays: number; startsOn: string | null },
): Issue[] {
  const { today, accessDays, country } = organization;
  const from =
    organization.startsOn !== null && organization.startsOn > today ? organization.startsOn : today;
  const latest = dayAfter(from, accessDays);
  const issues: Issue[] = [];
  if (external.validUntil < from || external.validUntil > latest) {
    issues.push({ path: "external.validUntil", code: "between", params: { min: from, max: latest } });
  }
  if (external.confidentialityOn > today) {
    issues.push({ path: "external.confidentialityOn", code: "maxValue", params: { max: today } });
  }
  const number = external.physicianNumber;
  if (number !== null && !isPhysicianNumber(country, compact(number))) {
    issues.push({ path: "external.physicianNumber", code: "invalidFormat", params: {} });
  }
  return issues;
}

/** Normalizes a number by removing printed spaces, dots, hyphens and slashes. */
export function compact(number: string): string {
  return number.replaceAll(/[\s./-]/g, "");
}
