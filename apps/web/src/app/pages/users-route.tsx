import { useTranslations } from "use-intl";
import { UsersPage } from "../../features/users/users-page.tsx";
import type { UsersBasePath } from "../../features/users/users-search.ts";
import { OrganizationGate } from "./organization-gate.tsx";
import { useNotify } from "./use-notify.ts";

function PeopleRoute({ basePath }: { basePath: UsersBasePath }) {
  const t = useTranslations("users");
  const notify = useNotify();
  return (
    <OrganizationGate title={t(basePath === "/users" ? "title" : "membersTitle")}>
      {(organizationId) => <UsersPage organizationId={organizationId} basePath={basePath} notify={notify} />}
    </OrganizationGate>
  );
}

/** /users: the members of the selected organization. */
export function UsersRoute() {
  return <PeopleRoute basePath="/users" />;
}

/** /organization/users: members and invitations of the organization. */
export function OrganizationUsersRoute() {
  return <PeopleRoute basePath="/organization/users" />;
}
