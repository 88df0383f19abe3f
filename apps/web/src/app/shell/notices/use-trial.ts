import { trialReminderDays } from "@praxisportal/contract/limits";
import { useEffect, useState } from "react";
import { useSelectedOrganization } from "../../providers/organization-region.ts";

export interface Trial {
  readonly endsAt: string;
  readonly isOver: boolean;
  /** Days until the end, rounded up. */
  readonly daysLeft: number;
}

const checkMs = 60_000;
const dayMs = 86_400_000;

/** Returns the trial of the selected organization during its last days and after its end; otherwise null. */
export function useTrial(): Trial | null {
  const endsAt = useSelectedOrganization()?.trialEndsAt ?? null;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (endsAt === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), checkMs);
    return () => clearInterval(timer);
  }, [endsAt]);
  if (endsAt === null) return null;
  const daysLeft = Math.ceil((Date.parse(endsAt) - now) / dayMs);
  return daysLeft > trialReminderDays[0] ? null : { endsAt, isOver: daysLeft <= 0, daysLeft };
}
