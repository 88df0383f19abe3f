import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { AuditLog } from "../../features/audit/audit-log.tsx";
import { parseAuditSearch } from "../../features/audit/audit-search.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { OrganizationGate } from "./organization-gate.tsx";

/** /audit: the audit log of the selected organization. Search and filters are part of the URL. */
export function AuditRoute() {
  const t = useTranslations("audit");
  const raw = useSearch({ from: "/signed-in/audit" });
  const navigate = useNavigate();
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => (
        <AuditLog
          scope={organizationId}
          search={parseAuditSearch(raw)}
          onSearch={(search) => void navigate({ to: "/audit", search, resetScroll: false })}
          header={(actions) => <PageHeader title={t("title")} subtitle={t("fact")} actions={actions} />}
        />
      )}
    </OrganizationGate>
  );
}
