import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { practiceQuery } from "../../../features/organizations/organizations.api.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { TabSkeleton } from "./tab-skeleton.tsx";

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
  if (!isError) return <TabSkeleton />;
  return (
    <Card className="max-w-240">
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
    </Card>
  );
}
