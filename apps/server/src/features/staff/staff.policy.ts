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

/** Returns the calendar day `days` days after another, both as ISO dates. */
function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * Returns the errors in the data of an external person. The end must not be before the first day. It must not exceed
 * the maximum access of the organization, counted from that day or from today, whichever is later. The agreement must
 * not be dated in the future, and the physician number must have the right format.
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

/** Removes spaces, dots, hyphens and slashes from a number. */
export function compact(number: string): string {
  return number.replaceAll(/[\s./-]/g, "");
}
