import { useNavigate } from "@tanstack/react-router";
import { OrganizationsPage } from "../../features/organizations/administration/organizations-page.tsx";
import { useChooseOrganization } from "../shell/navigation/use-choose-organization.ts";

/** /organizations: all organizations, for platform administrators. */
export function OrganizationsRoute() {
  const navigate = useNavigate();
  const choose = useChooseOrganization();
  return (
    <OrganizationsPage
      onOpen={({ id, name }) =>
        void choose({ id, name }).then(() => navigate({ to: "/organization", search: {} }))
      }
    />
  );
}
