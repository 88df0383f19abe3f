import { lazy, Suspense, useState } from "react";
import type { AuditSearch } from "../../features/audit/audit-search.ts";
import { ensureMessages } from "../../platform/i18n/store.ts";

// Downloaded when a log is opened; most visits do not need it.
const AuditLog = lazy(async () => {
  const [{ AuditLog: Component }] = await Promise.all([
    import("../../features/audit/audit-log.tsx"),
    ensureMessages("audit"),
    ensureMessages("activity"),
  ]);
  return { default: Component };
});

/** The audit log of an organization embedded in another page, optionally limited to one member. */
export function AuditSection({ organizationId, person }: { organizationId: string; person?: string }) {
  const [search, setSearch] = useState<AuditSearch>({});
  return (
    <Suspense fallback={null}>
      <AuditLog
        scope={organizationId}
        search={search}
        onSearch={setSearch}
        {...(person === undefined ? {} : { person })}
      />
    </Suspense>
  );
}
