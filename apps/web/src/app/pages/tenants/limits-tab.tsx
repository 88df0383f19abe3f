import { useQuery } from "@tanstack/react-query";
import Pencil from "lucide-react/icons/pencil";
import { useTranslations } from "use-intl";
import { LimitsCard, LimitsSkeleton } from "../../../features/organizations/tenants/limits-card.tsx";
import type { OriginOf } from "../../../features/organizations/tenants/limits.ts";
import { PlanCard } from "../../../features/organizations/plans/plan-card.tsx";
import {
  limitsQuery,
  type Tenant,
  type TenantLimitName,
} from "../../../features/organizations/tenants/tenants.api.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Button } from "../../../ui/button/button.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";

// Loaded on demand, because most visits do not change a limit.
const LimitDialog = lazyDialog(
  async () => (await import("../../../features/organizations/tenants/limit-dialog.tsx")).LimitDialog,
  "tenant-changes",
);

interface LimitsTabProps {
  tenant: Tenant;
  originOf: OriginOf;
}

/** Shows the plan and the limits of a tenant, which the operator may change. */
export function LimitsTab({ tenant, originOf }: LimitsTabProps) {
  const t = useTranslations("limits");
  const limits = useQuery(limitsQuery(tenant.id));
  const [edited, setEdited] = useKeptState<TenantLimitName | null>("tenant-limit", null);
  return (
    <div className="grid gap-4">
      <PlanCard tenant={tenant} canChange />
      {limits.data !== undefined ? (
        <LimitsCard
          title={t("title")}
          description={t("text")}
          usage={tenant.usage}
          limits={limits.data}
          originOf={originOf}
          actionOf={(name) => (
            <Button
              size="small"
              icon={Pencil}
              aria-label={t("changeOf", { name: t(`name.${name}`) })}
              {...preloads(LimitDialog)}
              onClick={() => setEdited(name)}
            >
              {t("change")}
            </Button>
          )}
        />
      ) : (
        <QueryFallback query={limits} failedTitle={t("failed")}>
          <SkeletonGroup label={t("loading")}>
            <LimitsSkeleton />
          </SkeletonGroup>
        </QueryFallback>
      )}
      {edited !== null && limits.data !== undefined && (
        <LimitDialog tenant={tenant} limits={limits.data} name={edited} onClose={() => setEdited(null)} />
      )}
    </div>
  );
}
