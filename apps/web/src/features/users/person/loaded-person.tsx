import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { userQuery } from "../../../entities/person/person.api.ts";
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
  const query = useQuery(userQuery(organizationId, userId));
  if (query.data !== undefined) return children(query.data);
  return (
    <QueryFallback query={query} failedTitle={t("error.load")}>
      <SkeletonGroup label={t("page.loading")}>
        <div className="grid gap-4">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-2/3" />
        </div>
      </SkeletonGroup>
    </QueryFallback>
  );
}
