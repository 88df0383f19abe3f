import { useTranslations } from "use-intl";
import { AuditLog } from "../../features/audit/audit-log.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { OrganizationGate } from "./organization-gate.tsx";
import { auditQuery } from "../../features/audit/audit.api.ts";
import { auditSearch } from "../../features/audit/audit-search.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";

export const startAuditData: StartData = (organizationId, _params, search) =>
  void queryClient.prefetchQuery(auditQuery(organizationId, auditSearch.parse(search).search));

/** /audit: the audit log of the selected organization. */
export function AuditRoute() {
  const t = useTranslations("audit");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => (
        <AuditLog
          scope={organizationId}
          header={(actions) => <PageHeader title={t("title")} subtitle={t("subtitle")} actions={actions} />}
        />
      )}
    </OrganizationGate>
  );
}
