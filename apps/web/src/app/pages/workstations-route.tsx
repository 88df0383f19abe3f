import { useTranslations } from "use-intl";
import { WorkstationsPage } from "../../features/workstations/workstations-page.tsx";
import { OrganizationGate } from "./organization-gate.tsx";

/** /organization/workstations: workstations of the selected organization. */
export function WorkstationsRoute() {
  const t = useTranslations("workstations");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <WorkstationsPage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
