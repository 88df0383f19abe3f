import { aiRegions } from "@praxisportal/contract/ai/gate.rules";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { type AiPolicyView, policyQuery, updatePolicy } from "../ai.api.ts";
import { policySwitches } from "./policy-plan.ts";
import { RecordDialog } from "../record-dialog.tsx";
import { useVersionedSave } from "../use-versioned-save.ts";

interface PolicyDialogProps {
  organizationId: string;
  policy: AiPolicyView;
  onClose: () => void;
}

type Values = Omit<AiPolicyView, "version" | "maxRetentionDays"> & { maxRetentionDays: string };

/** Edits the organization's requirements for providers. */
export function PolicyDialog({ organizationId, policy, onClose }: PolicyDialogProps) {
  const t = useTranslations("ai-organization");
  const labels = useTranslations("ai-labels");
  const { notifySuccess } = useNotify();
  const client = useQueryClient();
  const { save, onConflict } = useVersionedSave(organizationId, policy.version, async () => {
    const current = await client.fetchQuery({ ...policyQuery(organizationId), staleTime: 0 });
    return current.version;
  });
  const { version: _seen, ...demands } = policy;
  const bodyOf = ({ maxRetentionDays: days, ...values }: Values) => ({
    ...values,
    maxRetentionDays: days.trim() === "" ? Number.NaN : Number(days),
  });
  const form = useAppForm<Values, unknown>({
    values: { ...demands, maxRetentionDays: String(policy.maxRetentionDays) },
    schema: async () => (await import("@praxisportal/contract/ai/policy.schema")).updateAiPolicySchema,
    body: bodyOf,
    send: (values) => save((version) => updatePolicy(bodyOf(values), version)),
    onSuccess() {
      notifySuccess(t("policy.saved"));
      onClose();
    },
    onConflict,
  });
  const { errors, field, values } = form;
  return (
    <RecordDialog title={t("policy.editTitle")} form={form} onClose={onClose}>
      <fieldset
        className="min-w-0"
        aria-describedby={errors["regions"] === undefined ? undefined : "ai-regions-error"}
      >
        <legend className="text-dense font-label text-text">{t("policy.regions.label")}</legend>
        <p className="mb-2 text-small text-text-3">{t("policy.regions.hint")}</p>
        <div className="grid gap-2 sm:grid-cols-2">
          {aiRegions.map((region) => (
            <Checkbox
              key={region}
              label={labels(`region.${region}`)}
              checked={values.regions.includes(region)}
              onChange={(isChosen) =>
                form.setValue(
                  "regions",
                  aiRegions.filter((aiRegion) =>
                    aiRegion === region ? isChosen : values.regions.includes(aiRegion),
                  ),
                )
              }
            />
          ))}
        </div>
        {errors["regions"] !== undefined && (
          <p id="ai-regions-error" role="alert" className="mt-1 text-small text-danger">
            {t("policy.regions.none")}
          </p>
        )}
      </fieldset>
      <TextField
        {...field("maxRetentionDays")}
        label={t("policy.maxRetentionDays.label")}
        hint={t("policy.maxRetentionDays.hint")}
        inputMode="numeric"
        maxLength={5}
        className="max-w-40"
      />
      {policySwitches.map((key) => (
        <Checkbox
          key={key}
          label={t(`policy.${key}.label`)}
          hint={t(`policy.${key}.hint`)}
          checked={values[key]}
          onChange={field(key).onChange}
        />
      ))}
    </RecordDialog>
  );
}
