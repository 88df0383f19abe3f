import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { practiceQuery } from "../../features/organizations/organizations.api.ts";
import { setRegion } from "../../platform/i18n/store.ts";
import { useMay } from "../../platform/session/session-access.ts";
import { useSession } from "../../platform/session/session.store.ts";

/** Formats numbers, money and dates for the organization's country, for example 1'240'000 in Switzerland. */
export function usePracticeRegion(): void {
  const organizationId = useSession((session) => session.organization?.id);
  const mayRead = useMay("organizations:read");
  const { data: practice } = useQuery({
    ...practiceQuery(organizationId ?? ""),
    enabled: organizationId !== undefined && mayRead,
  });
  const country = practice?.country;
  useEffect(() => {
    // If its texts cannot be loaded the region stays unchanged; the next page tries again.
    if (country !== undefined) void setRegion(country).catch(() => undefined);
  }, [country]);
}
