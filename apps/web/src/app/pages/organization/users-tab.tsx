import { UsersPage } from "../../../features/users/list/users-page.tsx";
import { useNotify } from "../use-notify.ts";

/** The members of the organization, with join date and last activity. */
export function UsersTab({ organizationId }: { organizationId: string }) {
  const notify = useNotify();
  return <UsersPage organizationId={organizationId} variant="tab" notify={notify} />;
}
