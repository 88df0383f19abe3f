import { useTranslations } from "use-intl";
import { notify } from "../../features/notifications/notifications.actions.ts";
import { AllTokens } from "../../features/org-tokens/all-tokens.tsx";
import { sessionHasRole } from "../../platform/session/session-access.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { PlatformAuditSection } from "./audit-section.tsx";
import { pickPractice } from "./pick-practice.tsx";

/** /admin: what the platform's administration looks after, one section below the other. */
export function AdminRoute() {
  const frame = useTranslations("frame");
  const runsPlatform = useSession((session) => sessionHasRole(session, ["super_admin"]));
  return (
    <>
      <PageHead title={frame("titles.admin")} />
      <TokenSection />
      {runsPlatform && <PlatformAuditSection />}
    </>
  );
}

function TokenSection() {
  const t = useTranslations("client-tokens");
  return (
    <section aria-labelledby="admin-tokens" className="mt-4">
      <AllTokens
        place="/admin"
        pickPractice={pickPractice}
        tell={(message) => void notify({ type: "success", message })}
        head={(actions) => (
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0">
              <h2 id="admin-tokens" className="text-section text-text">
                {t("title")}
              </h2>
              <p className="text-dense text-text-2">{t("fact")}</p>
            </div>
            <div className="flex flex-wrap gap-3">{actions}</div>
          </div>
        )}
      />
    </section>
  );
}
