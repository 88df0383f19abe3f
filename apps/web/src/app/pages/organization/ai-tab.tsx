import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { type LastChanges, OrganizationAi } from "../../../features/ai/organization/organization-ai.tsx";
import { type AuditEntry, lastEntriesQuery } from "../../../features/audit/audit.api.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { useCanReadAudit } from "../use-can-read-audit.ts";

interface AiTabProps {
  organizationId: string;
}

/**
 * Returns the last changes of the organization's AI settings, or undefined while they are loading. There are none if
 * the user may not read the audit log.
 */
function useLastChanges(organizationId: string): LastChanges | undefined {
  const t = useTranslations("ai-organization");
  const format = useFormat();
  const canReadAudit = useCanReadAudit();
  const { data, isError } = useQuery({ ...lastEntriesQuery(organizationId, "ai"), enabled: canReadAudit });
  if (canReadAudit && data === undefined && !isError) return undefined;
  const describe = ({ actor, time }: AuditEntry) =>
    actor.name === null
      ? t("changedAt", { when: format.moment(time) })
      : t("changedBy", { who: actor.name, when: format.moment(time) });
  const successful = (data ?? []).filter(({ outcome }) => outcome === "success");
  const policy = successful.find(({ action }) => action === "ai.policy_changed");
  const approvals = new Map<string, string>();
  for (const entry of successful) {
    const name = entry.action === "ai.approval_changed" ? (entry.target?.name ?? null) : null;
    // The newest entry comes first.
    if (name !== null && !approvals.has(name)) approvals.set(name, describe(entry));
  }
  return { policy: policy && describe(policy), approvals };
}

/** The organization's AI settings: models, policy, approvals and stops. */
export function AiTab({ organizationId }: AiTabProps) {
  const canManage = useHasPermission("ai:manage");
  const lastChanges = useLastChanges(organizationId);
  return <OrganizationAi organizationId={organizationId} canManage={canManage} lastChanges={lastChanges} />;
}
