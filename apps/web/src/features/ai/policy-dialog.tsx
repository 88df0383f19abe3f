import { aiRegions } from "@praxisportal/contract/ai/gate.rules";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { type AiPolicyView, policyQuery, updatePolicy } from "./ai.api.ts";
import { policySwitches } from "./policy-plan.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { useVersionedSave } from "./use-versioned-save.ts";

interface PolicyDialogProps {
  organizationId: string;
  policy: AiPolicyView;
  onClose: () => void;
  notify: (message: string) => void;
}

/** Edits the practice's requirements for providers. */
export function PolicyDialog({ organizationId, policy, onClose, notify }: PolicyDialogProps) {
  const t = useTranslations("ai-practice");
  const labels = useTranslations("ai-words");
  const client = useQueryClient();
  const [draft, setDraft] = useState(policy);
  const [days, setDays] = useState(String(policy.maxRetentionDays));
  const { isStale, save } = useVersionedSave(organizationId, policy.version, async () => {
    const present = await client.fetchQuery({ ...policyQuery(organizationId), staleTime: 0 });
    return present.version;
  });
  const body = () => {
    const { version: _seen, ...demands } = draft;
    return { ...demands, maxRetentionDays: days.trim() === "" ? Number.NaN : Number(days) };
  };
  const form = useFormSubmit({
    async validate() {
      const [{ validate }, { updateAiPolicySchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/ai/policy.schema"),
      ]);
      return validate(updateAiPolicySchema, body());
    },
    async onSubmit() {
      if (!(await save((version) => updatePolicy(body(), version)))) return;
      notify(t("policy.saved"));
      onClose();
    },
  });
  const { errors } = form;
  return (
    <RecordDialog title={t("policy.editTitle")} form={form} isStale={isStale} onClose={onClose}>
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
              checked={draft.regions.includes(region)}
              onChange={(isChosen) =>
                setDraft((now) => ({
                  ...now,
                  regions: aiRegions.filter((each) =>
                    each === region ? isChosen : now.regions.includes(each),
                  ),
                }))
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
      <Field
        label={t("policy.maxRetentionDays.label")}
        hint={t("policy.maxRetentionDays.hint")}
        error={errors["maxRetentionDays"]}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            className="max-w-40"
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
        )}
      </Field>
      {policySwitches.map((key) => (
        <Checkbox
          key={key}
          label={t(`policy.${key}.label`)}
          hint={t(`policy.${key}.hint`)}
          checked={draft[key]}
          onChange={(checked) => setDraft((now) => ({ ...now, [key]: checked }))}
        />
      ))}
    </RecordDialog>
  );
}
