import {
  autoLockDefaultMinutes,
  loginFailuresBeforeLock,
  loginLockMaxMs,
  loginLockMs,
} from "@praxisportal/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { statisticsQuery } from "../../../entities/organization/organization.api.ts";
import { settingSections } from "../../../features/organizations/fields/field-plan.ts";
import { FieldsView } from "../../../features/organizations/fields/fields-view.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { lazyCard } from "../../../platform/loading/lazy-card.tsx";
import { sessionHasRole } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { Meter } from "../../../ui/chart/meter.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { SecurityChecks } from "../dashboard/security/security-checks.tsx";
import { LoadedOrganization } from "./loaded-organization.tsx";
import { useCanManageOrganization } from "./use-can-manage.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function Score({ organizationId }: { organizationId: string }) {
  const t = useTranslations("organization");
  const checks = useTranslations("security-checks");
  const format = useFormat();
  const query = useQuery(statisticsQuery(organizationId));
  const { data } = query;
  const score = data?.securityScore;
  return (
    <Card
      title={t("security.score")}
      {...(score && {
        description:
          score.checkedAt === null
            ? t("security.unchecked")
            : checks("checked", { when: format.momentInText(score.checkedAt) }),
      })}
    >
      <QueryFallback query={query} failedTitle={t("security.failed")}>
        <SkeletonGroup label={t("security.loading")} className="grid gap-3">
          <Skeleton className="h-4 w-60" />
          <Skeleton className="h-4 w-56" />
        </SkeletonGroup>
      </QueryFallback>
      {score !== undefined && (
        <>
          <p className="text-title text-text">{checks("value", { value: score.value })}</p>
          <Meter
            plain
            className="mt-2 max-w-80"
            label={t("security.score")}
            valueText={checks("value", { value: score.value })}
            ratio={score.value / 100}
          />
          {score.checks.length > 0 ? (
            <SecurityChecks checks={score.checks} />
          ) : (
            <EmptyState
              icon={ShieldCheck}
              className="py-6"
              title={t("security.noChecks")}
              text={t(score.checkedAt === null ? "security.uncheckedText" : "security.noChecksText")}
            />
          )}
        </>
      )}
    </Card>
  );
}

function Locks() {
  const t = useTranslations("organization");
  const canManage = useCanManageOrganization();
  return (
    <Card
      title={t("security.locks")}
      aside={
        canManage && (
          <Link to="/organization/workstations" className={linkClass}>
            {t("security.toWorkstations")}
          </Link>
        )
      }
    >
      <dl className="grid gap-x-4 gap-y-2 text-body sm:grid-cols-[13rem_1fr]">
        <dt className="text-text-3">{t("security.lockAfter")}</dt>
        <dd className="text-text max-sm:-mt-2">
          {t("security.lockAfterValue", { count: loginFailuresBeforeLock })}
        </dd>
        <dt className="text-text-3">{t("security.lockTime")}</dt>
        <dd className="text-text max-sm:-mt-2">
          {t("security.lockTimeValue", { minutes: loginLockMs / minuteMs, hours: loginLockMaxMs / hourMs })}
        </dd>
        <dt className="text-text-3">{t("security.screenLock")}</dt>
        <dd className="text-text max-sm:-mt-2">
          {t("security.screenLockValue", { minutes: autoLockDefaultMinutes })}
        </dd>
      </dl>
    </Card>
  );
}

const EmergencyCodeCard = lazyCard(
  async () => (await import("../../../features/emergency-code/emergency-code-card.tsx")).EmergencyCodeCard,
  "emergency-code",
);

/** The organization's security score with its checks, and the security policies that apply to all members. */
export function SecurityTab({ organizationId }: { organizationId: string }) {
  const t = useTranslations("organization");
  const canManage = useCanManageOrganization();
  // The operator must not know the code.
  const isAdministrator = useSession((session) => sessionHasRole(session, ["org_admin"]));
  return (
    <div className="grid gap-4">
      <Score organizationId={organizationId} />
      <LoadedOrganization organizationId={organizationId}>
        {(organization) => (
          <Card
            title={t("security.rules")}
            description={t("security.rulesText")}
            aside={
              canManage && (
                <Link
                  to="/organization"
                  search={{ tab: "settings", group: "security" }}
                  className={linkClass}
                >
                  {t("security.change")}
                </Link>
              )
            }
          >
            <FieldsView organization={organization} sections={settingSections.security} />
          </Card>
        )}
      </LoadedOrganization>
      <Locks />
      {isAdministrator && <EmergencyCodeCard organizationId={organizationId} />}
    </div>
  );
}
