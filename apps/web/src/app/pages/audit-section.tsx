import { lazy, Suspense, useState } from "react";
import type { AuditSearch } from "../../features/audit/audit-search.ts";
import { ensureMessages } from "../../platform/i18n/store.ts";

// Downloaded where a log is opened; most visits are about something else.
const AuditLog = lazy(async () => {
  const [{ AuditLog: Part }] = await Promise.all([
    import("../../features/audit/audit-log.tsx"),
    ensureMessages("audit"),
    ensureMessages("activity"),
  ]);
  return { default: Part };
});

/** The log of a practice inside another page, all of it or the entries of one person. */
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
