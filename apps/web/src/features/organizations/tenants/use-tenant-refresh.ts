import { useQueryClient } from "@tanstack/react-query";
import { organizationKeys, tenantKeys } from "../../../entities/organization/organization-keys.ts";

/** Returns a function that refetches the data affected by a change to a tenant. */
export function useTenantRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: tenantKeys.all }),
      client.invalidateQueries({ queryKey: organizationKeys.all }),
    ]);
  };
}
