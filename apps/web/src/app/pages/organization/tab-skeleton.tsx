import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";

/** Placeholder for an organization or one of its tabs while loading. */
export function TabSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="grid gap-4">
      <SkeletonCard rows={1} />
      <SkeletonCard rows={3} />
    </SkeletonGroup>
  );
}
