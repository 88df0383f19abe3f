import { useTranslations } from "use-intl";
import { WorkstationsPage } from "../../features/workstations/workstations-page.tsx";
import { PracticeGate } from "./practice-gate.tsx";

/** /organization/workstations: workstations of the selected organization. */
export function WorkstationsRoute() {
  const t = useTranslations("workstations");
  return (
    <PracticeGate title={t("title")}>
      {(organizationId) => <WorkstationsPage organizationId={organizationId} />}
    </PracticeGate>
  );
}
