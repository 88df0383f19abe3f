import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { practiceQuery } from "../../../features/organizations/organizations.api.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/skeleton.tsx";

interface LoadedPracticeProps {
  organizationId: string;
  children: (organization: Organization) => ReactNode;
}

/** Shows what is made of a practice once it is there, and until then how that goes. */
export function LoadedPractice({ organizationId, children }: LoadedPracticeProps) {
  const t = useTranslations("organization");
  const common = useTranslations("common");
  const { data, error, isError, isFetching, refetch } = useQuery(practiceQuery(organizationId));
  if (data !== undefined) return children(data);
  return (
    <Card className="max-w-240">
      {isError ? (
        <ErrorState
          title={t("loadFailed")}
          text={error.message || common("error.load")}
          onRetry={() => void refetch()}
          retrying={isFetching}
          retryLabel={common("retry")}
          requestId={isApiError(error) ? (error.requestId ?? undefined) : undefined}
          requestIdLabel={common("error.requestId")}
          copyLabel={common("error.copyRequestId")}
        />
      ) : (
        <SkeletonGroup label={t("loading")} className="grid gap-3">
          <Skeleton className="h-4 w-60" />
          <Skeleton className="h-4 w-80" />
          <Skeleton className="h-4 w-44" />
        </SkeletonGroup>
      )}
    </Card>
  );
}
