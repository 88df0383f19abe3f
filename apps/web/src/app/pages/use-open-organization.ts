import { useNavigate } from "@tanstack/react-router";
import type { OrganizationOption } from "../../features/organizations/organization-list.tsx";
import { useChooseOrganization } from "../shell/navigation/use-choose-organization.ts";

/** Returns a function that switches this tab to an organization and shows it, or one of its tabs. */
export function useOpenOrganization(): (organization: OrganizationOption, tab?: string) => void {
  const navigate = useNavigate();
  const choose = useChooseOrganization();
  const open = async ({ id, name }: OrganizationOption, tab: string | undefined) => {
    if (await choose({ id, name }))
      await navigate({ to: "/organization", search: tab === undefined ? {} : { tab } });
  };
  return (organization, tab) => void open(organization, tab);
}

/** Returns a function that switches this tab to an organization and opens the page for its invoice data. */
export function useOpenBilling(): (organization: OrganizationOption) => void {
  const navigate = useNavigate();
  const choose = useChooseOrganization();
  const open = async ({ id, name }: OrganizationOption) => {
    if (await choose({ id, name })) await navigate({ href: "/billing" });
  };
  return (organization) => void open(organization);
}
