import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import Lock from "lucide-react/icons/lock";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { useCanManagePeople } from "../edit/use-actor.ts";
import { AccountCard } from "./account-card.tsx";
import { ApplicationsCard } from "./applications-card.tsx";
import { FactorCard } from "./factor-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { type UserSecurity, userSecurityQuery } from "./person-security.api.ts";
import { PersonSessionsCard } from "./person-sessions-card.tsx";
import { SecurityLoading, securityColumns } from "./security-loading.tsx";
import type { SecurityStep } from "./security-step.ts";
import { SignInsCard } from "./sign-ins-card.tsx";

export interface SecurityTabProps {
  organizationId: string;
  userId: string;
  onStart: (step: SecurityStep) => void;
}

function NoPermission() {
  const t = useTranslations("person-security");
  return (
    <div className="rounded-r-3 border border-line bg-surface">
      <EmptyState icon={Lock} title={t("noPermission")} text={t("noPermissionText")} />
    </div>
  );
}

/** Explains why some actions are not offered. */
function Limits({ authority }: { authority: UserSecurity["identityAuthority"] }) {
  const t = useTranslations("person-security");
  if (authority === "full") return null;
  return (
    <ErrorBox variant="info" persistent className="mb-4">
      {t(`authority.${authority}`)}
      {authority === "self" && (
        <>
          {" "}
          <Link to="/profile" search={{ tab: "security" }} className={linkClass}>
            {t("authority.selfLink")}
          </Link>
        </>
      )}
    </ErrorBox>
  );
}

/** Shows a person's account status, sessions and security actions. */
export function SecurityTab({ organizationId, userId, onStart }: SecurityTabProps) {
  const t = useTranslations("person-security");
  const canManagePeople = useCanManagePeople();
  const query = useQuery({ ...userSecurityQuery(organizationId, userId), enabled: canManagePeople });
  const user = query.data;
  if (!canManagePeople || isApiError(query.error, "FORBIDDEN")) return <NoPermission />;
  if (user === undefined)
    return (
      <QueryFallback query={query} failedTitle={t("loadFailed")}>
        <SecurityLoading label={t("loading")} />
      </QueryFallback>
    );
  const card = { user, onStart };
  return (
    <>
      <Limits authority={user.identityAuthority} />
      <div className={securityColumns}>
        {/* First in the DOM for screen readers and phones: status and actions. */}
        <div className="grid gap-4 lg:order-last">
          <AccountCard {...card} />
          <FactorCard {...card} />
          <PasswordCard {...card} />
        </div>
        <div className="grid gap-4">
          <SignInsCard signIns={user.lastLogins} />
          <PersonSessionsCard {...card} organizationId={organizationId} />
          <ApplicationsCard applications={user.applications} />
        </div>
      </div>
    </>
  );
}
