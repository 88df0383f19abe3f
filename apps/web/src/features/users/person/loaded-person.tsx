import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { userQuery } from "../../../entities/person/person.api.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { type User } from "../people.api.ts";

export interface LoadedPersonProps {
  organizationId: string;
  userId: string;
  children: (user: User) => ReactNode;
}

/** Loads the person before editing: rows of a list have no version. */
export function LoadedPerson({ organizationId, userId, children }: LoadedPersonProps) {
  const t = useTranslations("people");
  const common = useTranslations("common");
  const { data, isError, isFetching, refetch } = useQuery(userQuery(organizationId, userId));
  if (data !== undefined) return children(data);
  if (isError) {
    return (
      <ErrorState
        title={t("error.load")}
        text={common("error.load")}
        onRetry={() => void refetch()}
        retryLabel={common("retry")}
        retrying={isFetching}
      />
    );
  }
  return (
    <SkeletonGroup label={t("page.loading")}>
      <div className="grid gap-4">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-2/3" />
      </div>
    </SkeletonGroup>
  );
}
