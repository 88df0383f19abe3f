import { useTranslations } from "use-intl";
import { StaffBoardPage } from "../../features/users/board/staff-board-page.tsx";
import { OrganizationGate } from "./organization-gate.tsx";

/** /organization/staff-board: onboardings and offboardings of the selected organization. */
export function StaffBoardRoute() {
  const t = useTranslations("staff-board");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <StaffBoardPage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
