import { useTranslations } from "use-intl";
import { Card } from "../../ui/layout/card.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";

/** Placeholder for the workspace until the usable models are known. */
export function AssistantSkeleton() {
  const t = useTranslations("assistant");
  return (
    <SkeletonGroup label={t("loading")} className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Card>
        <Skeleton className="h-4 w-32" />
        <Skeleton className="mt-3 h-44 w-full" />
        <Skeleton className="mt-4 h-11 w-60" />
      </Card>
      <Card>
        <Skeleton className="h-4 w-40" />
        <Skeleton className="mt-3 h-10 w-full" />
        <Skeleton className="mt-5 h-4 w-40" />
        <Skeleton className="mt-3 h-10 w-full" />
      </Card>
    </SkeletonGroup>
  );
}
