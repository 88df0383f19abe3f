import { Card } from "../../../ui/layout/card.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";

/** Placeholder for an organization or one of its tabs while loading. */
export function TabSkeleton({ label }: { label: string }) {
  return (
    <Card>
      <SkeletonGroup label={label} className="grid gap-3">
        <Skeleton className="h-4 w-52" />
        <Skeleton className="h-4 w-60" />
        <Skeleton className="h-4 w-44" />
      </SkeletonGroup>
    </Card>
  );
}
