import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { statisticsQuery } from "../../../features/organizations/organizations.api.ts";
import { userStatisticsQuery } from "../../../features/users/users.api.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { useMay } from "../../../platform/session/session-access.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/skeleton.tsx";
import { AiTile, SecurityTile } from "./figure-tiles.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { SignInsCard } from "./sign-ins-card.tsx";
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
          className="grid min-h-46 content-start gap-4 rounded-r-3 border border-line bg-surface p-5"
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

/** Tiles, chart and actions of one practice. What the person may not see is not there; nothing is invented. */
export function PracticeDashboard({ organizationId }: { organizationId: string }) {
  const t = useTranslations("dashboard");
  const common = useTranslations("common");
  const mayUsers = useMay("users:read");
  const mayPractice = useMay("organizations:read");
  const people = useQuery({ ...userStatisticsQuery(organizationId), enabled: mayUsers });
  const practice = useQuery({ ...statisticsQuery(organizationId), enabled: mayPractice });
  const failed = [people, practice].find((query) => query.isError && query.data === undefined);
  const loading = (mayUsers && people.isPending) || (mayPractice && practice.isPending);
  const figures = practice.data;

  return (
    <div className="mt-4 grid gap-4">
      {failed?.error && (
        <ErrorState
          title={t("error.title")}
          text={failed.error.message || t("error.text")}
          onRetry={() => {
            for (const query of [people, practice]) if (query.isError) void query.refetch();
          }}
          retryLabel={common("retry")}
          retrying={failed.isFetching}
          requestId={isApiError(failed.error) ? (failed.error.requestId ?? undefined) : undefined}
          requestIdLabel={common("error.requestId")}
          copyLabel={common("error.copyRequestId")}
        />
      )}
      {loading && !failed ? (
        <TilesSkeleton />
      ) : (
        <section aria-label={t("tiles")} className={tileRow}>
          {people.data && <UsersTile statistics={people.data} />}
          {figures && <AiTile monthlyTokens={figures.monthlyTokens} />}
          {figures && <SecurityTile score={figures.securityScore} />}
          {figures && <UptimeTile uptime={figures.uptime} />}
        </section>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_320px]">
        <div className="grid gap-4">
          {figures && <SignInsCard days={figures.signIns} />}
          {people.data && <TeamCard statistics={people.data} />}
        </div>
        <QuickActions statistics={people.data} />
      </div>
    </div>
  );
}
