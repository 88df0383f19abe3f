import { useParams, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { UserPage } from "../../features/users/user-page.tsx";
import { useMay } from "../../platform/session/session-access.ts";
import { PracticeGate } from "./practice-gate.tsx";
import { AuditSection } from "./audit-section.tsx";
import { useReadsAudit } from "./use-reads-audit.ts";
import { UsageSection } from "./usage-section.tsx";
import { useTell } from "./use-tell.ts";

/** /users/{userId}: one member of the selected organization. */
export function UserRoute() {
  const t = useTranslations("people");
  const { userId } = useParams({ from: "/signed-in/users/$userId" });
  const { tab } = useSearch({ from: "/signed-in/users/$userId" });
  const tell = useTell();
  const readsAudit = useReadsAudit();
  const readsAi = useMay("ai:read");
  const readsUsage = useMay("billing:read") || readsAi;
  return (
    <PracticeGate title={t("page.person")}>
      {(organizationId) => (
        <UserPage
          key={userId}
          organizationId={organizationId}
          userId={userId}
          tab={tab ?? "person"}
          tell={tell}
          usage={
            readsUsage
              ? (name) => (
                  <UsageSection {...{ organizationId, userId, name }} tell={(message) => tell(message)} />
                )
              : null
          }
          audit={readsAudit ? <AuditSection organizationId={organizationId} person={userId} /> : null}
        />
      )}
    </PracticeGate>
  );
}
