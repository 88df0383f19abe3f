import { UsersPage } from "../../../features/users/users-page.tsx";
import { useTell } from "../use-tell.ts";

/** The members of the organization, with join date and last activity. */
export function UsersTab({ organizationId }: { organizationId: string }) {
  const tell = useTell();
  return <UsersPage organizationId={organizationId} place="/organization" tell={tell} />;
}
