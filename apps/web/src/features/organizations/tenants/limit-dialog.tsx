import { useLocale, useTranslations } from "use-intl";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { parseWholeNumber, wholeNumberText } from "../../../platform/validation/whole-number.ts";
import { RadioGroup } from "../../../ui/form/radio-group.tsx";
import { usedOf } from "./limits.ts";
import { type AppliedLimits, changeLimits, type Tenant, type TenantLimitName } from "./tenants.api.ts";
import { useLimitFormat } from "./use-limit-format.ts";
import { useTenantRefresh } from "./use-tenant-refresh.ts";

interface LimitDialogProps {
  tenant: Pick<Tenant, "id" | "name" | "usage">;
  limits: AppliedLimits;
  name: TenantLimitName;
  onClose: () => void;
}

/** Sets a tenant's own value for a limit, or returns to the value of the plan. */
export function LimitDialog({ tenant, limits, name, onClose }: LimitDialogProps) {
  const t = useTranslations("tenant-changes");
  const locale = useLocale();
  const { amount } = useLimitFormat();
  const refresh = useTenantRefresh();
  const { notifySuccess } = useNotify();
  const used = usedOf(tenant.usage, name);
  const form = useAppForm({
    values: {
      source: limits.sources[name],
      maxUsers: wholeNumberText(limits.maxUsers, locale),
      monthlyTokens: wholeNumberText(limits.monthlyTokens, locale),
      storageGB: wholeNumberText(limits.storageGB, locale),
    },
    schema: async () => (await import("@praxisportal/contract/tenants/plans.schema")).changeLimitsSchema,
    body: changeIn,
    check: (values, fieldErrors) =>
      values.source === "override" && parseWholeNumber(values[name]) === undefined
        ? { ...fieldErrors, [name]: t("limit.invalid") }
        : fieldErrors,
    send: (values) => changeLimits(tenant.id, changeIn(values)),
    async onSuccess() {
      await refresh();
      notifySuccess(t("limit.saved"));
      onClose();
    },
  });
  function changeIn(values: { source: "plan" | "override" } & Record<TenantLimitName, string>) {
    return { [name]: values.source === "plan" ? null : parseWholeNumber(values[name]) };
  }
  const isOwn = form.values.source === "override";
  const typedLimit = parseWholeNumber(form.values[name]);
  return (
    <FormDialog
      title={t(`limit.title.${name}`)}
      description={t("limit.text", { name: tenant.name })}
      submitDisabled={!form.isChanged}
      submitDisabledReason={t("limit.same")}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-2">
        <RadioGroup
          label={t("limit.source")}
          options={(["plan", "override"] as const).map((value) => ({
            value,
            label: t(`limit.${value}`),
            hint: t(`limit.${value}Hint`),
          }))}
          value={form.values.source}
          onChange={form.field("source").onChange}
        />
        {isOwn && (
          <TextField
            {...form.field(name)}
            label={t(`limit.field.${name}`)}
            hint={t("limit.used", { used: amount(name, used) })}
            inputMode="numeric"
            maxLength={20}
          />
        )}
        <p role="status" className="text-dense text-warning empty:hidden">
          {isOwn && typedLimit !== undefined && typedLimit < used && t(`limit.below.${name}`)}
        </p>
      </AppForm>
    </FormDialog>
  );
}
