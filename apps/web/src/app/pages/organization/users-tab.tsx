import { UsersPage } from "../../../features/users/list/users-page.tsx";

/** The members of the organization, with join date and last activity. */
export function UsersTab({ organizationId }: { organizationId: string }) {
  return <UsersPage organizationId={organizationId} variant="tab" />;
}
