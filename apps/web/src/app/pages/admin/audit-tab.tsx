import { useTranslations } from "use-intl";
import { AuditLog } from "../../../features/audit/audit-log.tsx";

/** The platform's own audit log, for its operator. */
export function AuditTab() {
  const t = useTranslations("audit");
  return (
    <section aria-labelledby="admin-audit">
      <AuditLog
        scope={null}
        header={(actions) => (
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0">
              <h2 id="admin-audit" className="text-section text-text">
                {t("platformTitle")}
              </h2>
              <p className="text-dense text-text-2">{t("platformFact")}</p>
            </div>
            <div className="button-row flex flex-wrap gap-3">{actions}</div>
          </div>
        )}
      />
    </section>
  );
}
