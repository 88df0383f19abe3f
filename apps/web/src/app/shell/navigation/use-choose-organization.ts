import { useTranslations } from "use-intl";
import { notify } from "../../../platform/notifications/notifications.actions.ts";
import type { OrganizationOption } from "../../../features/organizations/organization-list.tsx";
import { selectOrganization } from "../../../platform/session/select-organization.ts";

/**
 * Selects an organization for this tab and reports the result; if refused, the tab keeps its organization.
 */
export function useChooseOrganization(): (organization: OrganizationOption | null) => Promise<void> {
  const t = useTranslations("organizations");
  const common = useTranslations("common");
  return async (organization) => {
    try {
      await selectOrganization(organization);
      if (organization !== null)
        notify({ type: "info", message: t("switched", { name: organization.name }) });
    } catch (reason) {
      const message =
        reason instanceof Error && reason.message !== "" ? reason.message : common("error.title");
      notify({ type: "error", title: t("switchFailed"), message });
    }
  };
}
