import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import { useTranslations } from "use-intl";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { isMoney, type QuotaDraft, type QuotaField, type QuotaTarget } from "./quota-draft.ts";
import { useAmounts } from "../use-amounts.ts";

export interface QuotaFieldsProps {
  target: QuotaTarget;
  quota: Quota;
  draft: QuotaDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (field: QuotaField, text: string) => void;
}

const pairs = {
  own: ["limit", "limitMicros"],
  everybody: ["personLimit", "personLimitMicros"],
} as const;

/** Edits the token and money limits of the organization and its members, or of one person. */
export function QuotaFields({ target, quota, draft, errors, onChange }: QuotaFieldsProps) {
  const t = useTranslations("quota");
  const amounts = useAmounts(quota.currency);
  const isOrganization = target === "organization";
  const defaults = { limit: quota.personLimit, limitMicros: quota.personLimitMicros };
  const hint = (field: QuotaField) => {
    if (isOrganization && field === "limit")
      return t("field.plan", { amount: amounts.amount(quota.planLimit, "units") });
    if (isOrganization || (field !== "limit" && field !== "limitMicros")) return t("field.none");
    const value = defaults[field];
    if (value === null) return t("field.noDefault");
    return t("field.default", {
      amount: isMoney(field) ? amounts.money(value) : amounts.amount(value, "units"),
    });
  };
  return (isOrganization ? (["own", "everybody"] as const) : (["own"] as const)).map((group) => (
    <fieldset key={group} className="min-w-0">
      <legend className="mb-2 text-body font-strong text-text">
        {t(isOrganization ? `field.${group}` : "field.person")}
      </legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {pairs[group].map((field) => (
          <Field
            key={field}
            label={isMoney(field) ? t("field.money", { currency: quota.currency }) : t("field.units")}
            hint={hint(field)}
            error={errors[field]}
          >
            {(control) => (
              <TextInput
                {...control}
                inputMode={isMoney(field) ? "decimal" : "numeric"}
                autoComplete="off"
                value={draft[field] ?? ""}
                onChange={(event) => onChange(field, event.currentTarget.value)}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  ));
}
