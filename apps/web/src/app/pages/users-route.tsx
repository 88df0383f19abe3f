import { useTranslations } from "use-intl";
import { UsersPage } from "../../features/users/list/users-page.tsx";
import { OrganizationGate } from "./organization-gate.tsx";

function PeopleRoute({ variant }: { variant: "staff" | "members" }) {
  const t = useTranslations("users");
  return (
    <OrganizationGate title={t(variant === "staff" ? "title" : "membersTitle")}>
      {(organizationId) => <UsersPage organizationId={organizationId} variant={variant} />}
    </OrganizationGate>
  );
}

/** /users: the members of the selected organization. */
export function UsersRoute() {
  return <PeopleRoute variant="staff" />;
}

/** /organization/users: members and invitations of the organization. */
export function OrganizationUsersRoute() {
  return <PeopleRoute variant="members" />;
}
