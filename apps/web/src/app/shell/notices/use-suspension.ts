import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useSelectedOrganization } from "../../providers/organization-region.ts";

/** Returns since when and why the selected organization is suspended; null if it is not. */
export function useSuspension(): Organization["suspension"] {
  return useSelectedOrganization()?.suspension ?? null;
}
