import { Link, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { notify } from "../../../features/notifications/notifications.actions.ts";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { sessionHasRole } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { PageHead } from "../../../ui/page-head.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { useIsPlatform } from "../../shell/use-principal.ts";
import { PracticeGate } from "../practice-gate.tsx";
import { PracticeDetails } from "./practice-details.tsx";

const PracticeTokens = lazy(async () => {
  const [{ PracticeTokens: Part }] = await Promise.all([
    import("../../../features/org-tokens/practice-tokens.tsx"),
    ensureMessages("client-tokens"),
  ]);
  return { default: Part };
});

const tell = (message: string) => void notify({ type: "success", message });

/** /organization: what the practice of this tab is, and the tokens of its applications for those who look after them. */
export function OrganizationRoute() {
  const t = useTranslations("organization");
  const { tab } = useSearch({ from: "/signed-in/organization" });
  const name = useSession((session) => session.organization?.name);
  const managesTokens = useSession((session) =>
    sessionHasRole(session, ["super_admin", "admin", "org_admin"]),
  );
  const isPlatform = useIsPlatform();
  const isTokens = managesTokens && tab === "tokens";
  return (
    <PracticeGate title={t("title")}>
      {(organizationId) => (
        <>
          <PageHead title={t("title")} fact={name} />
          {managesTokens && (
            <Tabs
              className="mt-3"
              label={t("tabs")}
              items={[
                {
                  key: "details",
                  label: t("tabDetails"),
                  current: !isTokens,
                  link: (props) => (
                    <Link to="/organization" search={{}} activeOptions={{ exact: true }} {...props} />
                  ),
                },
                {
                  key: "tokens",
                  label: t("tabTokens"),
                  current: isTokens,
                  link: (props) => (
                    <Link
                      to="/organization"
                      search={{ tab: "tokens" }}
                      activeOptions={{ exact: true }}
                      {...props}
                    />
                  ),
                },
              ]}
            />
          )}
          <div className="mt-4">
            {isTokens ? (
              <Suspense fallback={null}>
                <PracticeTokens organizationId={organizationId} mayRevokePractice={isPlatform} tell={tell} />
              </Suspense>
            ) : (
              <PracticeDetails organizationId={organizationId} />
            )}
          </div>
        </>
      )}
    </PracticeGate>
  );
}
