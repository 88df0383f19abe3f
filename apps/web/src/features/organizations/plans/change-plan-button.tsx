import { useTranslations } from "use-intl";
import { AlwaysWritable } from "../../../platform/forms/write-block.tsx";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Button } from "../../../ui/button/button.tsx";
import type { PlanDialogProps } from "./plan-dialog.tsx";

// Loaded on demand, because most visits do not change anything.
const PlanDialog = lazyDialog(async () => (await import("./plan-dialog.tsx")).PlanDialog, "tenant-changes");

interface ChangePlanButtonProps extends Pick<PlanDialogProps, "plans" | "currency"> {
  tenant: PlanDialogProps["tenant"] & { readonly status: string };
}

/** Opens the dialog that changes the plan. It also works after a trial, but not while the tenant is suspended. */
export function ChangePlanButton({ tenant, plans, currency }: ChangePlanButtonProps) {
  const t = useTranslations("limits");
  const [isChanging, setChanging] = useKeptState("plan", false);
  return (
    <AlwaysWritable>
      <Button
        size="small"
        disabled={tenant.status === "suspended"}
        disabledReason={t("planSuspended")}
        {...preloads(PlanDialog)}
        onClick={() => setChanging(true)}
      >
        {t("changePlan")}
      </Button>
      {isChanging && (
        <PlanDialog tenant={tenant} plans={plans} currency={currency} onClose={() => setChanging(false)} />
      )}
    </AlwaysWritable>
  );
}
