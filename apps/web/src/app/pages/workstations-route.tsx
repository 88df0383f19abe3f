import { useTranslations } from "use-intl";
import { WorkstationsPage } from "../../features/workstations/workstations-page.tsx";
import { OrganizationGate } from "./organization-gate.tsx";
import { workstationListQuery, workstationSearch } from "../../features/workstations/workstation-search.ts";
import { workstationsQuery } from "../../features/workstations/workstations.api.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";

export const startWorkstationsData: StartData = (organizationId, _params, search) =>
  void queryClient.prefetchQuery(
    workstationsQuery(organizationId, workstationListQuery(workstationSearch.parse(search).search)),
  );

/** /organization/workstations: workstations of the selected organization. */
export function WorkstationsRoute() {
  const t = useTranslations("workstations");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <WorkstationsPage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
