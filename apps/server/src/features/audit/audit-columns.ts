import type { AuditEntry } from "@praxisportal/contract/audit/audit.schema";
import type { FileColumns } from "../../platform/http/list-files.ts";

/** Columns of the file. The names stay English in every language, so that programs can rely on them. */
export const auditColumns: FileColumns<AuditEntry> = Object.entries<(entry: AuditEntry) => string | null>({
  seq: (entry) => String(entry.seq),
  id: (entry) => entry.id,
  time: (entry) => entry.time,
  action: (entry) => entry.action,
  outcome: (entry) => entry.outcome,
  actorType: (entry) => entry.actor.type,
  actorId: (entry) => entry.actor.id,
  actor: (entry) => entry.actor.name,
  actorRole: (entry) => entry.actor.role,
  targetType: (entry) => entry.target?.type ?? null,
  targetId: (entry) => entry.target?.id ?? null,
  target: (entry) => entry.target?.name ?? null,
  reason: (entry) => entry.reason,
  changes: (entry) => (entry.changes === null ? null : JSON.stringify(entry.changes)),
  requestId: (entry) => entry.request?.id ?? null,
  call: (entry) => (entry.request === null ? null : `${entry.request.method} ${entry.request.route}`),
  address: (entry) => entry.request?.ip ?? null,
  userAgent: (entry) => entry.request?.userAgent ?? null,
  sessionId: (entry) => entry.request?.sessionId ?? null,
  origin: (entry) => entry.origin,
  // Added later, so at the end: programs may read columns by position.
  actorAccount: (entry) => entry.actor.account,
  application: (entry) => entry.actor.application?.name ?? null,
  applicationId: (entry) => entry.actor.application?.id ?? null,
  targetAccount: (entry) => entry.target?.account ?? null,
});
