import { cataloguePlans } from "@praxisportal/contract/limits";
import { useTranslations } from "use-intl";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";

/** Seats, AI units, storage and included AI. */
const facts = [1, 2, 3, 4];

/** The plans while they are loading: the line about the current plan, and the cards. */
export function PlansSkeleton() {
  const t = useTranslations("limits");
  return (
    <SkeletonGroup label={t("plansLoading")} className="grid grid-cols-1 gap-4">
      <Skeleton className="my-1 h-4 w-80 max-w-full" />
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {cataloguePlans.map((plan) => (
          <div key={plan} className="min-w-0 rounded-r-3 border border-line bg-surface p-5">
            <Skeleton className="my-1.5 h-4 w-28" />
            <Skeleton className="mt-3 h-7 w-44 max-w-full" />
            <div className="mt-6 grid gap-4">
              {facts.map((fact) => (
                <div key={fact} className="flex items-start gap-2.5">
                  <Skeleton round className="size-4 shrink-0" />
                  <div className="grid min-w-0 grow grid-cols-1 gap-1.5">
                    <Skeleton className="h-3.5 w-40 max-w-full" />
                    <Skeleton className="h-3 w-48 max-w-full" />
                  </div>
                </div>
              ))}
            </div>
            <Skeleton className="mt-6 h-11 md:h-9" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
