import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { organizationQuery } from "../../entities/organization/organization.api.ts";
import { setRegion } from "../../platform/i18n/store.ts";
import { useHasPermission } from "../../platform/session/session-access.ts";
import { useSession } from "../../platform/session/session.store.ts";

/** Formats numbers, money and dates for the organization's country, for example 1'240'000 in Switzerland. */
export function useOrganizationRegion(): void {
  const organizationId = useSession((session) => session.organization?.id);
  const canRead = useHasPermission("organizations:read");
  const { data: practice } = useQuery({
    ...organizationQuery(organizationId ?? ""),
    enabled: organizationId !== undefined && canRead,
  });
  const country = practice?.country;
  useEffect(() => {
    // If its texts cannot be loaded the region stays unchanged; the next page tries again.
    if (country !== undefined) void setRegion(country).catch(() => undefined);
  }, [country]);
}
