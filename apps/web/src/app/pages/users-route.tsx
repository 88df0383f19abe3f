import { useTranslations } from "use-intl";
import { UsersPage } from "../../features/users/list/users-page.tsx";
import { useCanViewSecurity } from "../../features/users/use-sees-security.ts";
import { lazyPart } from "../../platform/loading/lazy-part.tsx";
import { OrganizationGate } from "./organization-gate.tsx";

const DirectoryPage = lazyPart(
  async () => (await import("../../features/users/directory/directory-page.tsx")).DirectoryPage,
  "directory",
);

function PeopleRoute({ variant }: { variant: "staff" | "members" }) {
  const t = useTranslations("users");
  return (
    <OrganizationGate title={t(variant === "staff" ? "title" : "membersTitle")}>
      {(organizationId) => <UsersPage organizationId={organizationId} variant={variant} />}
    </OrganizationGate>
  );
}

/** /users: the members of the selected organization, or the directory for users without administration rights. */
export function UsersRoute() {
  const t = useTranslations("users");
  const canViewSecurity = useCanViewSecurity();
  if (canViewSecurity) return <PeopleRoute variant="staff" />;
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <DirectoryPage organizationId={organizationId} />}
    </OrganizationGate>
  );
}

/** /organization/users: members and invitations of the organization. */
export function OrganizationUsersRoute() {
  return <PeopleRoute variant="members" />;
}
