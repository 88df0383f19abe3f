import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTimeZone, useTranslations } from "use-intl";
import { modelsQuery, providersQuery } from "../../entities/provider/provider.api.ts";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { type AiProvider, updateApproval } from "./ai.api.ts";
import { ModelChoice } from "./model-choice.tsx";
import { todayIn } from "./provider-state.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { useVersionedSave } from "./use-versioned-save.ts";

interface ApprovalDialogProps {
  organizationId: string;
  provider: AiProvider;
  onClose: () => void;
  notify: (message: string) => void;
}

/** Edits the practice's agreements with a provider and whether its members may use it. */
export function ApprovalDialog({ organizationId, provider, onClose, notify }: ApprovalDialogProps) {
  const t = useTranslations("ai-practice");
  const common = useTranslations("common");
  const client = useQueryClient();
  const today = todayIn(useTimeZone());
  const approval = provider.practice?.approval ?? null;
  const [approved, setApproved] = useState(approval?.approved ?? false);
  const [secrecy, setSecrecy] = useState(approval?.professionalSecrecyAgreedOn ?? "");
  const [version, setVersion] = useState(approval?.processingAgreement?.version ?? "");
  const [date, setDate] = useState(approval?.processingAgreement?.date ?? "");
  const [models, setModels] = useState(approval?.models ?? null);
  const offered = useQuery(modelsQuery(organizationId, provider.key)).data;
  const { isStale, save } = useVersionedSave(organizationId, approval?.version ?? 0, async () => {
    const { data } = await client.fetchQuery({ ...providersQuery(organizationId), staleTime: 0 });
    return data.find(({ key }) => key === provider.key)?.practice?.approval?.version ?? 0;
  });
  const body = () => ({
    approved,
    professionalSecrecyAgreedOn: secrecy === "" ? null : secrecy,
    processingAgreement: version.trim() === "" && date === "" ? null : { version, date },
    models,
  });
  const form = useFormSubmit({
    async validate() {
      const [{ validate }, { updateAiApprovalSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/ai/providers.schema"),
      ]);
      const late = ([path, day]: readonly [string, string]) =>
        day > today ? [[path, t("approval.notYet")] as const] : [];
      return {
        ...(await validate(updateAiApprovalSchema, body())),
        ...(models?.length === 0 && { models: t("approval.noModel") }),
        ...Object.fromEntries(
          (
            [
              ["professionalSecrecyAgreedOn", secrecy],
              ["processingAgreement.date", date],
            ] as const
          ).flatMap(late),
        ),
      };
    },
    async onSubmit() {
      if (!(await save((seen) => updateApproval(provider.key, body(), seen)))) return;
      notify(t(approved ? "approval.saved" : "approval.savedWithout", { name: provider.name }));
      onClose();
    },
  });
  const { errors } = form;
  const modelError = Object.entries(errors).find(([path]) => path.startsWith("models"))?.[1];
  return (
    <RecordDialog
      title={t("approval.title", { name: provider.name })}
      description={t("approval.text")}
      form={form}
      isStale={isStale}
      onClose={onClose}
    >
      <Checkbox
        label={t("approval.approve")}
        hint={t("approval.approveHint")}
        checked={approved}
        onChange={setApproved}
      />
      <Field
        label={t("approval.secrecy")}
        hint={t("approval.secrecyHint")}
        optionalMark={common("optional")}
        error={errors["professionalSecrecyAgreedOn"]}
      >
        {(control) => (
          <TextInput
            {...control}
            type="date"
            max={today}
            className="max-w-60"
            value={secrecy}
            onChange={(event) => setSecrecy(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset className="min-w-0">
        <legend className="text-dense font-label text-text">{t("approval.processing")}</legend>
        <p className="mb-2 text-small text-text-3">{t("approval.processingHint")}</p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={t("approval.version")}
            optionalMark={common("optional")}
            error={errors["processingAgreement.version"]}
          >
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                maxLength={100}
                value={version}
                onChange={(event) => setVersion(event.currentTarget.value)}
              />
            )}
          </Field>
          <Field
            label={t("approval.date")}
            optionalMark={common("optional")}
            error={errors["processingAgreement.date"]}
          >
            {(control) => (
              <TextInput
                {...control}
                type="date"
                max={today}
                value={date}
                onChange={(event) => setDate(event.currentTarget.value)}
              />
            )}
          </Field>
        </div>
      </fieldset>
      <ModelChoice
        offered={offered?.map(({ model }) => model)}
        chosen={models}
        error={modelError}
        onChange={setModels}
      />
    </RecordDialog>
  );
}
