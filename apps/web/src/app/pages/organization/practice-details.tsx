import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { practiceQuery } from "../../../features/organizations/organizations.api.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/skeleton.tsx";

/** What everybody in a practice may know of it. */
export function PracticeDetails({ organizationId }: { organizationId: string }) {
  const t = useTranslations("organization");
  const words = useTranslations("organizations");
  const common = useTranslations("common");
  const format = useFormat();
  const { data, error, isError, isFetching, refetch } = useQuery(practiceQuery(organizationId));
  const seats = data && t("seats", { count: data.metadata.totalUsers, max: data.settings.maxUsers });
  const rows = data && [
    [t("name"), data.name],
    [t("status"), words(`status.${data.status}`)],
    [t("address"), data.address],
    [t("phone"), data.phone],
    [t("email"), data.email],
    [t("website"), data.website],
    [t("people"), seats],
    [t("departments"), format.number(data.departmentCount)],
    [t("country"), t(`countries.${data.country}`)],
    [t("createdAt"), format.date(data.createdAt)],
  ];
  return (
    <Card className="max-w-200">
      {data === undefined && !isError && (
        <SkeletonGroup label={t("loading")} className="grid gap-3">
          <Skeleton className="h-4 w-60" />
          <Skeleton className="h-4 w-80" />
          <Skeleton className="h-4 w-44" />
        </SkeletonGroup>
      )}
      {data === undefined && isError && (
        <ErrorState
          title={t("loadFailed")}
          text={error.message || common("error.load")}
          onRetry={() => void refetch()}
          retrying={isFetching}
          retryLabel={common("retry")}
        />
      )}
      {rows !== undefined && (
        <dl className="grid gap-x-4 gap-y-3 text-body sm:grid-cols-[12rem_1fr]">
          {rows.map(
            ([name, value]) =>
              value && (
                <div key={name} className="contents">
                  <dt className="text-text-3">{name}</dt>
                  <dd className="wrap-anywhere text-text max-sm:-mt-3">{value}</dd>
                </div>
              ),
          )}
        </dl>
      )}
    </Card>
  );
}
