import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { trialReminderDays } from "@praxisportal/contract/limits";
import { useEffect, useState } from "react";
import { useSelectedOrganization } from "../../providers/organization-region.ts";

export interface SuspensionNotice extends NonNullable<Organization["suspension"]> {
  readonly kind: "suspension";
  readonly isReadOnly: true;
  /** Current time in ms. */
  readonly now: number;
}

export interface TrialNotice {
  readonly kind: "trial";
  /** The trial is over. */
  readonly isReadOnly: boolean;
  readonly endsAt: string;
  /** Days until the end, rounded up. */
  readonly daysLeft: number;
}

export type OrganizationNotice = SuspensionNotice | TrialNotice;

const checkMs = 60_000;
const dayMs = 86_400_000;

/**
 * Returns the reason why the selected organization is or soon will be read-only: a suspension, or a trial that is
 * over or in its last days. Null otherwise.
 */
export function useOrganizationNotice(): OrganizationNotice | null {
  const { suspension = null, trialEndsAt = null } = useSelectedOrganization() ?? {};
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), checkMs);
    return () => clearInterval(timer);
  }, []);
  if (suspension !== null) return { kind: "suspension", isReadOnly: true, ...suspension, now };
  if (trialEndsAt === null) return null;
  const daysLeft = Math.ceil((Date.parse(trialEndsAt) - now) / dayMs);
  if (daysLeft > trialReminderDays[0]) return null;
  return { kind: "trial", isReadOnly: daysLeft <= 0, endsAt: trialEndsAt, daysLeft };
}
