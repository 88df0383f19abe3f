import { useNavigate } from "@tanstack/react-router";
import type { OrganizationOption } from "../../features/organizations/organization-list.tsx";
import { OrganizationsPage } from "../../features/organizations/administration/organizations-page.tsx";
import { useChooseOrganization } from "../shell/navigation/use-choose-organization.ts";

/** /organizations: all organizations, for platform administrators. */
export function OrganizationsRoute() {
  const navigate = useNavigate();
  const choose = useChooseOrganization();
  const open = async ({ id, name }: OrganizationOption) => {
    if (await choose({ id, name })) await navigate({ to: "/organization", search: {} });
  };
  return <OrganizationsPage onOpen={(organization) => void open(organization)} />;
}
