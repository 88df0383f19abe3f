import type { listOwnActivity, OwnActivity } from "@praxisportal/contract/users/users.endpoints";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { ActivityList } from "../dashboard/activity-card.tsx";

const activityRoute = route<typeof listOwnActivity>()(
  "users.ownActivity",
  "GET",
  "/api/v1/users/me/activity",
);

export const ownActivityQuery = queryOptions({
  queryKey: ["own-activity"],
  queryFn: async ({ signal }) => (await call(activityRoute, { signal })).data,
});

/** Returns a function for sentences that name the organization, because this list is not part of its pages. */
function useSentence(): (entry: OwnActivity) => ReactNode {
  const t = useTranslations("superadmin-profile");
  return ({ action, actor, organization }) => {
    const richText = {
      name: actor.name ?? "",
      who: (name: ReactNode) => <strong className="font-strong">{name}</strong>,
    };
    if (action === "platform.organization_opened" && organization !== null)
      return t.rich("activity.opened", { ...richText, organization: organization.name });
    return action === "platform.members_viewed" ? t.rich("activity.people", richText) : null;
  };
}

/** The user's own recent activity on the platform. */
export function OwnActivityCard() {
  const t = useTranslations("superadmin-profile");
  const sentence = useSentence();
  const query = useQuery(ownActivityQuery);
  const { data: entries } = query;
  return (
    <Card title={t("activity.title")} description={t("activity.text")} flush>
      <QueryFallback query={query} failedTitle={t("activity.failed")}>
        <SkeletonGroup label={t("activity.loading")} className="grid gap-3 px-5 py-4">
          <Skeleton className="h-5 w-full max-w-72" />
          <Skeleton className="h-5 w-60" />
          <Skeleton className="h-5 w-64" />
        </SkeletonGroup>
      </QueryFallback>
      {entries !== undefined && (
        <ActivityList entries={entries} emptyText={t("activity.empty")} sentence={sentence} />
      )}
    </Card>
  );
}
