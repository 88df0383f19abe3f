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

/** /users: the people of the practice of this tab. */
export function UsersRoute() {
  return <PeopleRoute place="/users" />;
}

/** /organization/users: who belongs to the practice, and who is invited. */
export function OrganizationUsersRoute() {
  return <PeopleRoute place="/organization/users" />;
}
