import type { WebhookChoice } from "@praxisportal/contract/staff/staff.schema";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "use-intl";
import { SelectField } from "../../../platform/forms/fields.tsx";
import { RadioGroup } from "../../../ui/form/radio-group.tsx";
import { personOptionsOf } from "../../../entities/person/person-options.ts";
import { webhookOwnersQuery } from "./staff.api.ts";

/** Decision about one webhook: its future and its new owner. */
export type WebhookDecision = Pick<WebhookChoice, "choice" | "ownerId">;

export const handOverToSuccessor: WebhookDecision = { choice: "handOver", ownerId: null };

export interface WebhookFieldsProps {
  organizationId: string;
  /** The member who leaves. */
  personId: string;
  name: string;
  value: WebhookDecision;
  onChange: (value: WebhookDecision) => void;
}

/** Selects the future and the new owner of one webhook of a member who leaves. */
export function WebhookFields({ organizationId, personId, name, value, onChange }: WebhookFieldsProps) {
  const t = useTranslations("staff");
  const locale = useLocale();
  const owners = useQuery(webhookOwnersQuery(organizationId)).data?.data ?? [];
  const administrators = personOptionsOf(
    owners.filter(({ id }) => id !== personId),
    locale,
  ).map(({ id, label }) => ({ value: id, label }));
  return (
    <div className="grid gap-3">
      <RadioGroup
        label={t("offboarding.webhooks", { name })}
        value={value.choice}
        onChange={(choice) => onChange({ choice, ownerId: null })}
        options={[
          {
            value: "handOver",
            label: t("offboarding.webhooksHandOver"),
            hint: t("offboarding.webhooksHandOverHint"),
          },
          {
            value: "disable",
            label: t("offboarding.webhooksDisable"),
            hint: t("offboarding.webhooksDisableHint"),
          },
          { value: "keep", label: t("offboarding.webhooksKeep"), hint: t("offboarding.webhooksKeepHint") },
        ]}
      />
      {value.choice === "handOver" && (
        <SelectField
          label={t("offboarding.webhookOwner", { name })}
          value={value.ownerId ?? ""}
          onChange={(ownerId) => onChange({ ...value, ownerId: ownerId === "" ? null : ownerId })}
          options={[{ value: "", label: t("offboarding.webhookSuccessor") }, ...administrators]}
        />
      )}
    </div>
  );
}
