import { lazyCard } from "../../platform/loading/lazy-card.tsx";

// The log is downloaded when it is opened, because most visits do not need it.
const AuditLog = lazyCard(
  async () => (await import("../../features/audit/audit-log.tsx")).AuditLog,
  "audit",
  "activity",
  "list",
);

/** The audit log of an organization embedded in another page, optionally limited to one member. */
export function AuditSection({ organizationId, person }: { organizationId: string; person?: string }) {
  return <AuditLog scope={organizationId} {...(person === undefined ? {} : { person })} />;
}
