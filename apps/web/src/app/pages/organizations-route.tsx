import { OrganizationsPage } from "../../features/organizations/administration/organizations-page.tsx";
import { useOpenOrganization } from "./use-open-organization.ts";

/** /organizations: all organizations, for platform administrators. */
export function OrganizationsRoute() {
  const open = useOpenOrganization();
  return <OrganizationsPage onOpen={(organization) => open(organization)} />;
}
