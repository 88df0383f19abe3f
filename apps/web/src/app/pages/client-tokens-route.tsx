import { useTranslations } from "use-intl";
import { AllTokens } from "../../features/org-tokens/list/all-tokens.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { renderOrganizationPicker } from "./render-organization-picker.tsx";
import { tokenSearch } from "../../features/org-tokens/list/token-search.ts";
import { tokensQuery } from "../../features/org-tokens/tokens.api.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartPlatformData } from "../router/page-loader.ts";

export const startClientTokensData: StartPlatformData = (_organizationId, _params, search) =>
  void queryClient.prefetchQuery(tokensQuery(null, tokenSearch.parse(search).search));

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
