import { useTranslations } from "use-intl";
import { usersQuery } from "../../features/users/users.api.ts";
import { UsersPage } from "../../features/users/users-page.tsx";
import { usersSearch } from "../../features/users/users-search.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";
import { OrganizationGate } from "./organization-gate.tsx";
import { useNotify } from "./use-notify.ts";

/** The list that the address shows. The page itself refreshes what is outdated. */
export const startUsersData: StartData = (organizationId, _params, search) => {
  const query = usersQuery(organizationId, usersSearch.parse(search).search);
  if (queryClient.getQueryData(query.queryKey) === undefined) void queryClient.prefetchQuery(query);
};

function PeopleRoute({ variant }: { variant: "staff" | "members" }) {
  const t = useTranslations("users");
  const notify = useNotify();
  return (
    <OrganizationGate title={t(variant === "staff" ? "title" : "membersTitle")}>
      {(organizationId) => <UsersPage organizationId={organizationId} variant={variant} notify={notify} />}
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
