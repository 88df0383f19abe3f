import { useQueryClient } from "@tanstack/react-query";
import { organizationBillingQuery } from "../../entities/organization/billing.api.ts";
import type { BillingProfile } from "./billing.api.ts";

/** Returns a function that puts a saved billing profile into the cache. */
export function useShowProfile(organizationId: string): (profile: BillingProfile) => void {
  const client = useQueryClient();
  const { queryKey } = organizationBillingQuery(organizationId);
  return (profile) => client.setQueryData(queryKey, (account) => account && { ...account, profile });
}
