import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { AuditLog } from "../../features/audit/audit-log.tsx";
import { parseAuditSearch } from "../../features/audit/audit-search.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { PracticeGate } from "./practice-gate.tsx";

/** /audit: the audit log of the selected organization. Search and filters are part of the URL. */
export function AuditRoute() {
  const t = useTranslations("audit");
  const raw = useSearch({ from: "/signed-in/audit" });
  const navigate = useNavigate();
  return (
    <PracticeGate title={t("title")}>
      {(organizationId) => (
        <AuditLog
          scope={organizationId}
          search={parseAuditSearch(raw)}
          onSearch={(search) => void navigate({ to: "/audit", search, resetScroll: false })}
          head={(actions) => <PageHead title={t("title")} fact={t("fact")} actions={actions} />}
        />
      )}
    </PracticeGate>
  );
}
