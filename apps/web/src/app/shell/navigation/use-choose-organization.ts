import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import type { OrganizationOption } from "../../../features/organizations/organization-list.tsx";
import { mayDiscard } from "../../../platform/forms/unsaved-input.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { selectOrganization } from "../../../platform/session/select-organization.ts";

/**
 * Selects an organization for this tab and reports the result. Resolves with false if rejected, or if the user keeps
 * unsaved input. The tab then keeps its organization.
 */
export function useChooseOrganization(): (organization: OrganizationOption | null) => Promise<boolean> {
  const t = useTranslations("organizations");
  const { notify } = useNotify();
  const { run } = useAppMutation({
    mutate: (organization: OrganizationOption | null) => selectOrganization(organization),
    onSuccess(_selected, organization) {
      if (organization !== null)
        notify({ type: "info", message: t("switched", { name: organization.name }) });
    },
    toastTitle: t("switchFailed"),
  });
  return async (organization) => (await mayDiscard()) && run(organization);
}
