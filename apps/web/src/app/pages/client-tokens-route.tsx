import { useTranslations } from "use-intl";
import { AllTokens } from "../../features/org-tokens/list/all-tokens.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { renderOrganizationPicker } from "./render-organization-picker.tsx";

/** /admin/client-tokens: the application tokens of all organizations. */
export function ClientTokensRoute() {
  const t = useTranslations("client-tokens");
  return (
    <AllTokens
      renderOrganizationPicker={renderOrganizationPicker}
      header={(actions) => <PageHeader title={t("title")} subtitle={t("subtitle")} actions={actions} />}
    />
  );
}
