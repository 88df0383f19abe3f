import { TenantsPage } from "../../../features/organizations/tenants/tenants-page.tsx";
import { useOpenOrganization } from "../use-open-organization.ts";

/** /tenant-management: all tenants, for the operator. */
export function TenantsRoute() {
  const open = useOpenOrganization();
  return <TenantsPage onOpen={(organization) => open(organization)} />;
}
