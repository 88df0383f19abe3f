import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { useToday } from "../../../platform/i18n/use-today.ts";
import { modelsQuery, providersQuery } from "../../../entities/provider/provider.api.ts";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { fieldRowClass } from "../../../ui/form/field.tsx";
import { type AiProvider, policyQuery, updateApproval } from "../ai.api.ts";
import { ModelChoice } from "./model-choice.tsx";

import { RecordDialog } from "../record-dialog.tsx";
import { useVersionedSave } from "../use-versioned-save.ts";

interface ApprovalDialogProps {
  organizationId: string;
  provider: AiProvider;
  onClose: () => void;
}

type Approval = NonNullable<AiProvider["organization"]>["approval"];

function valuesOf(approval: Approval) {
  return {
    approved: approval?.approved ?? false,
    professionalSecrecyAgreedOn: approval?.professionalSecrecyAgreedOn ?? "",
    processingAgreement: {
      version: approval?.processingAgreement?.version ?? "",
      date: approval?.processingAgreement?.date ?? "",
    },
    models: approval?.models ?? null,
  };
}

function bodyOf(values: ReturnType<typeof valuesOf>) {
  const { professionalSecrecyAgreedOn: secrecy, processingAgreement: agreement } = values;
  return {
    ...values,
    professionalSecrecyAgreedOn: secrecy === "" ? null : secrecy,
    processingAgreement: agreement.version.trim() === "" && agreement.date === "" ? null : agreement,
  };
}

function RequiredLabel({ label }: { label: string }) {
  const t = useTranslations("ai-organization");
  return (
    <>
      {label} <span className="font-normal text-text-3">{t("approval.demanded")}</span>
    </>
  );
}

/** Edits the organization's agreements with a provider and whether its members may use it. */
export function ApprovalDialog({ organizationId, provider, onClose }: ApprovalDialogProps) {
  const t = useTranslations("ai-organization");
  const { notifySuccess } = useNotify();
  const client = useQueryClient();
  const today = useToday();
  const approval = provider.organization?.approval ?? null;
  const policy = useQuery(policyQuery(organizationId)).data;
  const available = useQuery(modelsQuery(organizationId, provider.key)).data;
  const { save, onConflict } = useVersionedSave(organizationId, approval?.version ?? 0, async () => {
    const { data } = await client.fetchQuery({ ...providersQuery(organizationId), staleTime: 0 });
    return data.find(({ key }) => key === provider.key)?.organization?.approval?.version ?? 0;
  });
  const form = useAppForm({
    values: valuesOf(approval),
    schema: async () => (await import("@praxisportal/contract/ai/providers.schema")).updateAiApprovalSchema,
    body: bodyOf,
    check(values, fieldErrors) {
      const late = t("approval.notYet");
      return {
        ...fieldErrors,
        ...(values.models?.length === 0 && { models: t("approval.noModel") }),
        ...(values.professionalSecrecyAgreedOn > today && { professionalSecrecyAgreedOn: late }),
        ...(values.processingAgreement.date > today && { "processingAgreement.date": late }),
      };
    },
    send: (values) => save((seen) => updateApproval(provider.key, bodyOf(values), seen)),
    onSuccess(_saved, { approved }) {
      notifySuccess(t(approved ? "approval.saved" : "approval.savedWithout", { name: provider.name }));
      onClose();
    },
    onConflict,
  });
  const { errors, field, values } = form;
  /** Marks a field as required by the organization, or else as optional. */
  const markField = (label: string, isRequired: boolean | undefined) => ({
    label: isRequired === true ? <RequiredLabel label={label} /> : label,
    optional: isRequired === false,
  });
  const modelError = Object.entries(errors).find(([path]) => path.startsWith("models"))?.[1];
  return (
    <RecordDialog
      title={t("approval.title", { name: provider.name })}
      description={t("approval.text")}
      form={form}
      onClose={onClose}
    >
      <Checkbox
        label={t("approval.approve")}
        hint={t("approval.approveHint")}
        checked={values.approved}
        onChange={field("approved").onChange}
      />
      <TextField
        {...field("professionalSecrecyAgreedOn")}
        {...markField(t("approval.secrecy"), policy?.requiresSecrecy)}
        hint={t("approval.secrecyHint")}
        type="date"
        max={today}
        className="max-w-60"
      />
      <fieldset className="min-w-0">
        <legend className="text-dense font-label text-text">{t("approval.processing")}</legend>
        <p className="mb-2 text-small text-text-3">{t("approval.processingHint")}</p>
        <div className={`${fieldRowClass} sm:grid-cols-2`}>
          <TextField
            {...field("processingAgreement.version")}
            {...markField(t("approval.version"), policy?.requiresProcessing)}
            spellCheck={undefined}
          />
          <TextField
            {...field("processingAgreement.date")}
            {...markField(t("approval.date"), policy?.requiresProcessing)}
            type="date"
            max={today}
          />
        </div>
      </fieldset>
      <ModelChoice
        available={available?.map(({ model }) => model)}
        chosen={values.models}
        error={modelError}
        onChange={(models) => form.setValue("models", models)}
      />
    </RecordDialog>
  );
}
