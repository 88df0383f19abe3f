import { useParams } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { PermissionsPage } from "../../features/users/permissions/permissions-page.tsx";
import { OrganizationGate } from "./organization-gate.tsx";
import { useNotify } from "./use-notify.ts";

/** /users/{userId}/permissions: permissions of one member of the selected organization. */
export function PermissionsRoute() {
  const t = useTranslations("person-permissions");
  const { userId } = useParams({ from: "/signed-in/users/$userId/permissions" });
  const notify = useNotify();
  return (
    <OrganizationGate title={t("page")}>
      {(organizationId) => (
        <PermissionsPage key={userId} organizationId={organizationId} userId={userId} notify={notify} />
      )}
    </OrganizationGate>
  );
}
