import { useTranslations } from "use-intl";
import { PartFailed, type PendingProps } from "../../../platform/loading/part-pending.tsx";
import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";

/** The cards with the status and the actions are narrower than the lists. */
export const securityColumns = "grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]";

/** The cards of the tab while its data is loading. */
export function SecurityLoading({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label}>
      <div className={securityColumns}>
        <div className="grid gap-4 lg:order-last">
          <SkeletonCard rows={2} />
          <SkeletonCard rows={3} />
        </div>
        <div className="grid gap-4">
          <SkeletonCard rows={2} />
          <SkeletonCard rows={2} />
        </div>
      </div>
    </SkeletonGroup>
  );
}

/** Placeholder for the tab until it is downloaded: the same as while its data is loading. */
export function SecurityPending({ failed, onRetry }: PendingProps) {
  const t = useTranslations("common");
  return failed ? <PartFailed onRetry={onRetry} /> : <SecurityLoading label={t("part.loading")} />;
}
