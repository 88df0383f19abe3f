import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { dashboardQuery } from "../../../entities/organization/organization.api.ts";
import { userStatisticsQuery } from "../../../entities/person/person.api.ts";
import { useCanViewSecurity } from "../../../features/users/use-can-view-security.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useIsReadOnly } from "../../../platform/forms/write-block.tsx";
import { useDownload, withTexts } from "../../../platform/loading/lazy-part.tsx";
import { PartPending } from "../../../platform/loading/part-pending.tsx";
import { usePreferences } from "../../../platform/preferences/preferences.store.ts";
import { sessionHasRole, useHasPermission } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { AiTile } from "./ai-tile.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { SecurityScore } from "./security/security-score.tsx";
import { SignInsCard } from "./sign-ins-card.tsx";
import { StaffCard } from "./staff-card.tsx";
import { TeamCard } from "./team-card.tsx";
import { UptimeTile } from "./uptime-tile.tsx";
import { UsersTile } from "./users-tile.tsx";

const tileRow = "grid gap-4 sm:grid-cols-2 xl:grid-cols-4";

function TilesSkeleton() {
  const t = useTranslations("dashboard");
  return (
    <SkeletonGroup label={t("loading")} className={tileRow}>
      {[0, 1, 2, 3].map((tile) => (
        <div
          key={tile}
          className="grid min-h-55 xl:min-h-58 content-start gap-4 rounded-r-3 border border-line bg-surface p-5"
        >
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-8 w-20" />
          <Skeleton className="h-2 w-full" />
          <Skeleton className="h-3 w-40" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

const activityCard = withTexts(async () => (await import("./activity-card.tsx")).ActivityCard, "activity");

const firstStepsCard = withTexts(async () => (await import("./first-steps.tsx")).FirstSteps, "first-steps");

function ActivitySkeleton() {
  const t = useTranslations("dashboard");
  return (
    <div className="rounded-r-3 border border-line bg-surface p-5">
      <SkeletonGroup label={t("loading")} className="grid gap-6">
        {[0, 1, 2, 3, 4, 5].map((entry) => (
          <div key={entry} className="flex items-center gap-3">
            <Skeleton round className="size-7" />
            <Skeleton className="h-4 flex-1" />
          </div>
        ))}
      </SkeletonGroup>
    </div>
  );
}

/** Tiles, activity, chart and actions of one organization. Parts that the user may not see are omitted. */
export function OrganizationDashboard({ organizationId }: { organizationId: string }) {
  const t = useTranslations("dashboard");
  const canReadUsers = useHasPermission("users:read");
  const canReadOrganization = useHasPermission("organizations:read");
  const canReadActivity = useHasPermission("users:write") && canReadOrganization;
  // The links of the team's card need the filters of the list, which the directory does not have.
  const canViewSecurity = useCanViewSecurity();
  const people = useQuery({ ...userStatisticsQuery(organizationId), enabled: canReadUsers });
  const organization = useQuery({ ...dashboardQuery(organizationId), enabled: canReadOrganization });
  const canManagePeople = useHasPermission("users:write") && canViewSecurity;
  const failed = [people, organization].some(({ data, error }) => data === undefined && error !== null);
  const loading = (canReadUsers && people.isPending) || (canReadOrganization && organization.isPending);
  const stats = organization.data;
  // Only administrators of the organization see the first steps. The content below waits for them, so that nothing
  // shifts.
  const administers = useSession((session) => sessionHasRole(session, ["org_admin"]));
  const isHidden = usePreferences(
    ({ firstStepsHiddenIn }) => firstStepsHiddenIn?.includes(organizationId) === true,
  );
  const firstSteps = useDownload(firstStepsCard, administers && !isHidden);
  const { Component: FirstSteps } = firstSteps;
  // While the organization is read-only, the steps cannot be taken and would distract from the reason.
  const isReadOnly = useIsReadOnly();
  const steps = isHidden || isReadOnly ? null : (stats?.firstSteps ?? null);
  const isOpen = steps?.some(({ done }) => !done) === true;
  // The card for users who manage members is downloaded while its data is loading.
  const activity = useDownload(activityCard, canReadActivity);
  const { Component: ActivityCard } = activity;
  const activityPending =
    canReadActivity &&
    !failed &&
    (organization.isPending || (ActivityCard === undefined && !activity.failed));

  if (administers && !failed && (loading || (isOpen && FirstSteps === undefined && !firstSteps.failed))) {
    return (
      <div className="mt-4 grid gap-4">
        <TilesSkeleton />
        <ActivitySkeleton />
      </div>
    );
  }

  return (
    <div className="mt-4 grid gap-4">
      <QueryFallback query={[people, organization]} failedTitle={t("error.title")} />
      {steps !== null && isOpen && FirstSteps && <FirstSteps organizationId={organizationId} steps={steps} />}
      {loading && !failed ? (
        <TilesSkeleton />
      ) : (
        <section aria-label={t("tiles")} className={`${tileRow} *:only:col-span-full`}>
          {people.data && <UsersTile statistics={people.data} />}
          {stats && <AiTile monthlyTokens={stats.monthlyTokens} />}
          {stats && <SecurityScore score={stats.securityScore} />}
          {stats && <UptimeTile uptime={stats.uptime} />}
        </section>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_320px] lg:grid-rows-[auto_1fr]">
        {activityPending && <ActivitySkeleton />}
        {!activityPending && activity.failed && <PartPending failed onRetry={activity.retry} />}
        {!activityPending && stats?.recentActivity && ActivityCard && (
          <ActivityCard entries={stats.recentActivity} />
        )}
        <div className="grid min-w-0 items-start gap-4 sm:grid-cols-2 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid-cols-1">
          {/* Other users have them on their own start page. */}
          {canViewSecurity && <QuickActions statistics={people.data} />}
          {canManagePeople && stats?.staffBoard && <StaffCard board={stats.staffBoard} />}
          {stats && stats.signIns.length > 0 && <SignInsCard days={stats.signIns} />}
        </div>
        {/* The height of the activity card is known only once it is loaded; everything below is rendered together
            with it, so that nothing shifts. */}
        {people.data && canViewSecurity && !activityPending && <TeamCard statistics={people.data} />}
      </div>
    </div>
  );
}
