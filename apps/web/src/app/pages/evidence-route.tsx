import { useTranslations } from "use-intl";
import { EvidencePage } from "../../features/evidence/evidence-page.tsx";
import { evidenceQuery } from "../../features/evidence/evidence.api.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";
import { OrganizationGate } from "./organization-gate.tsx";

export const startEvidenceData: StartData = (organizationId) =>
  void queryClient.prefetchQuery(evidenceQuery(organizationId));

/** /organization/evidence: evidence folders of the selected organization. */
export function EvidenceRoute() {
  const t = useTranslations("evidence");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <EvidencePage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
