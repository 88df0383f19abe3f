import { useTranslations } from "use-intl";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { RadioGroup } from "../../../ui/form/radio-group.tsx";
import { changePlan, type ChosenPlan } from "./subscription.api.ts";
import type { Plan, Tenant } from "../tenants/tenants.api.ts";
import { usePlanFacts } from "./use-plan-facts.ts";
import { useTenantRefresh } from "../tenants/use-tenant-refresh.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

export interface PlanDialogProps {
  tenant: Pick<Tenant, "id" | "name"> & { readonly billing: Pick<Tenant["billing"], "plan"> };
  plans: readonly Plan[];
  currency: string;
  onClose: () => void;
}

const isChosen = (name: Plan["name"]): name is ChosenPlan => name !== "starter";

/** Changes the plan of a tenant. A plan with fewer seats than taken seats is rejected with both numbers. */
export function PlanDialog({ tenant, plans, currency, onClose }: PlanDialogProps) {
  const t = useTranslations("tenant-changes");
  const words = useTranslations("limits");
  const factsOf = usePlanFacts();
  const refresh = useTenantRefresh();
  const { notifySuccess } = useNotify();
  const format = useFormat();
  const { plan: current } = tenant.billing;
  const form = useAppForm({
    values: { plan: current },
    send: ({ plan }) => {
      if (!isChosen(plan)) throw new Error("The starter plan cannot be chosen");
      return changePlan(tenant.id, plan);
    },
    async onSuccess({ next }, { plan }) {
      await refresh();
      const values = { name: tenant.name, plan: words(`plan.${plan}`) };
      notifySuccess(
        next === null
          ? t("plan.saved", values)
          : t("plan.planned", { ...values, date: format.calendar.date(next.startsOn) }),
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("plan.title", { name: tenant.name })}
      description={`${t("plan.now", { plan: words(`plan.${current}`) })} ${t("plan.text")}`}
      submitLabel={t("plan.submit")}
      submitDisabled={!form.isChanged}
      submitDisabledReason={t("plan.same")}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-2">
        <RadioGroup
          label={t("plan.label")}
          options={plans
            .filter(({ name }) => isChosen(name))
            .map((plan) => ({
              value: plan.name,
              label:
                plan.name === current
                  ? t("plan.current", { plan: words(`plan.${plan.name}`) })
                  : words(`plan.${plan.name}`),
              hint: <Dotted details={factsOf(plan, currency).map(([name, value]) => `${name}: ${value}`)} />,
            }))}
          value={form.values.plan}
          onChange={form.field("plan").onChange}
        />
      </AppForm>
    </FormDialog>
  );
}
