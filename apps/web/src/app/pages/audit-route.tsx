import { useTranslations } from "use-intl";
import { AuditLog } from "../../features/audit/audit-log.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { OrganizationGate } from "./organization-gate.tsx";

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
