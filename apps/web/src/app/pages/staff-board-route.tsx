import { useTranslations } from "use-intl";
import { StaffBoardPage } from "../../features/users/board/staff-board-page.tsx";
import { boardQuery } from "../../features/users/board/board.api.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";
import { OrganizationGate } from "./organization-gate.tsx";

export const startStaffBoardData: StartData = (organizationId) =>
  void queryClient.prefetchQuery(boardQuery(organizationId));

/** /organization/staff-board: onboardings and offboardings of the selected organization. */
export function StaffBoardRoute() {
  const t = useTranslations("staff-board");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <StaffBoardPage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
