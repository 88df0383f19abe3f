import { useParams, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { PermissionsPage } from "../../features/users/permissions/permissions-page.tsx";
import { OrganizationGate } from "./organization-gate.tsx";

/** /users/{userId}/permissions: permissions of one member of the selected organization. */
export function PermissionsRoute() {
  const t = useTranslations("person-permissions");
  const { userId } = useParams({ from: "/signed-in/users/$userId/permissions" });
  const { from } = useSearch({ from: "/signed-in/users/$userId/permissions" });
  return (
    <OrganizationGate title={t("page")}>
      {(organizationId) => (
        <PermissionsPage key={userId} organizationId={organizationId} userId={userId} from={from} />
      )}
    </OrganizationGate>
  );
}
