import { useTranslations } from "use-intl";
import { UsersPage } from "../../features/users/users-page.tsx";
import type { UsersPlace } from "../../features/users/users-search.ts";
import { PracticeGate } from "./practice-gate.tsx";
import { useTell } from "./use-tell.ts";

function PeopleRoute({ place }: { place: UsersPlace }) {
  const t = useTranslations("users");
  const tell = useTell();
  return (
    <PracticeGate title={t(place === "/users" ? "title" : "membersTitle")}>
      {(organizationId) => <UsersPage organizationId={organizationId} place={place} tell={tell} />}
    </PracticeGate>
  );
}

/** /users: the members of the selected organization. */
export function UsersRoute() {
  return <PeopleRoute place="/users" />;
}

/** /organization/users: members and invitations of the organization. */
export function OrganizationUsersRoute() {
  return <PeopleRoute place="/organization/users" />;
}
