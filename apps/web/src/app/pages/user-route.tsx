import { Navigate, useParams, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { userQuery } from "../../entities/person/person.api.ts";
import { UserPage } from "../../features/users/person/user-page.tsx";
import { useCanViewSecurity } from "../../features/users/use-can-view-security.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { useHasPermission } from "../../platform/session/session-access.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";
import { OrganizationGate } from "./organization-gate.tsx";
import { AuditSection } from "./audit-section.tsx";
import { useCanReadAudit } from "./use-can-read-audit.ts";
import { UsageSection } from "./usage-section.tsx";

export const startUserData: StartData = (organizationId, { userId }) => {
  if (userId !== undefined) void queryClient.prefetchQuery(userQuery(organizationId, userId));
};

/** /users/{userId}: one member of the selected organization. */
export function UserRoute() {
  const t = useTranslations("people");
  const { userId } = useParams({ from: "/signed-in/users/$userId" });
  const { tab, dialog, from } = useSearch({ from: "/signed-in/users/$userId" });
  const canReadAudit = useCanReadAudit();
  const canReadAi = useHasPermission("ai:read");
  const canReadUsage = useHasPermission("billing:read") || canReadAi;
  const canViewSecurity = useCanViewSecurity();
  const isOwn = useSession((session) => session.user?.id === userId);
  // Without access to security data, users see their colleagues only in the directory.
  if (!canViewSecurity && !isOwn) return <Navigate to="/users" search={{}} replace />;
  return (
    <OrganizationGate title={t("page.person")}>
      {(organizationId) => (
        <UserPage
          key={userId}
          organizationId={organizationId}
          userId={userId}
          tab={tab ?? "person"}
          dialog={dialog}
          from={from}
          usage={canReadUsage ? (name) => <UsageSection {...{ organizationId, userId, name }} /> : null}
          audit={canReadAudit ? <AuditSection organizationId={organizationId} person={userId} /> : null}
        />
      )}
    </OrganizationGate>
  );
}
