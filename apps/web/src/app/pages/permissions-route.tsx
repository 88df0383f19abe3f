import { useParams } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { PermissionsPage } from "../../features/users/permissions-page.tsx";
import { PracticeGate } from "./practice-gate.tsx";
import { useTell } from "./use-tell.ts";

/** /users/{userId}/permissions: permissions of one member of the selected organization. */
export function PermissionsRoute() {
  const t = useTranslations("person-permissions");
  const { userId } = useParams({ from: "/signed-in/users/$userId/permissions" });
  const tell = useTell();
  return (
    <PracticeGate title={t("page")}>
      {(organizationId) => (
        <PermissionsPage key={userId} organizationId={organizationId} userId={userId} tell={tell} />
      )}
    </PracticeGate>
  );
}
