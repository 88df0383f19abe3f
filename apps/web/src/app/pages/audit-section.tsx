import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
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
const PlatformLog = lazy(async () => {
  await Promise.all([ensureMessages("audit"), ensureMessages("activity")]);
  return { default: Platform };
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

function Platform() {
  const t = useTranslations("audit");
  const [search, setSearch] = useState<AuditSearch>({});
  return (
    <section aria-labelledby="admin-audit" className="mt-8">
      <AuditLog
        scope={null}
        search={search}
        onSearch={setSearch}
        head={(actions) => (
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0">
              <h2 id="admin-audit" className="text-section text-text">
                {t("platformTitle")}
              </h2>
              <p className="text-dense text-text-2">{t("platformFact")}</p>
            </div>
            <div className="flex flex-wrap gap-3">{actions}</div>
          </div>
        )}
      />
    </section>
  );
}

/** The log of the platform itself, for its operator. */
export function PlatformAuditSection() {
  return (
    <Suspense fallback={null}>
      <PlatformLog />
    </Suspense>
  );
}
