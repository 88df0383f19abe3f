import { useTranslations } from "use-intl";
import { EvidencePage } from "../../features/evidence/evidence-page.tsx";
import { OrganizationGate } from "./organization-gate.tsx";

/** /organization/evidence: evidence folders of the selected organization. */
export function EvidenceRoute() {
  const t = useTranslations("evidence");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <EvidencePage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
