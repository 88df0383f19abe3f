import { useTranslations } from "use-intl";
import { UsersPage } from "../../features/users/list/users-page.tsx";
import { sessionCanViewSecurity, useCanViewSecurity } from "../../features/users/use-can-view-security.ts";
import { lazyPart } from "../../platform/loading/lazy-part.tsx";
import { sessionStore } from "../../platform/session/session.store.ts";
import { userStatisticsQuery } from "../../entities/person/person.api.ts";
import { usersSearch } from "../../features/users/list/users-search.ts";
import { usersQuery } from "../../features/users/users.api.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";
import { OrganizationGate } from "./organization-gate.tsx";

const DirectoryPage = lazyPart(
  async () => (await import("../../features/users/directory/directory-page.tsx")).DirectoryPage,
  "directory",
);

/** Fetches the first page and the numbers of people; nothing for the directory, which reads a list of its own. */
export const startUsersData: StartData = (organizationId, _params, search) => {
  if (!sessionCanViewSecurity(sessionStore.getState())) return;
  void queryClient.prefetchQuery(usersQuery(organizationId, usersSearch.parse(search).search));
  void queryClient.prefetchQuery(userStatisticsQuery(organizationId));
};

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
