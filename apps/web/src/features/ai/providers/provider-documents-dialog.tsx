import { aiEstablishments, aiRegions, c5Types } from "@praxisportal/contract/ai/gate.rules";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { SelectField, TextField } from "../../../platform/forms/fields.tsx";
import type { AiProvider } from "../ai.api.ts";
import { ChoiceField } from "./choice-field.tsx";
import type { ProviderDialogProps } from "./provider-dialog.ts";
import { RecordDialog } from "../record-dialog.tsx";
import { useProviderForm } from "./use-provider-form.ts";

type C5Type = (typeof c5Types)[number];

function valuesOf({ region, establishment, c5, retentionDays, trainsOnData }: AiProvider) {
  const noC5: C5Type | "" = "";
  return {
    region,
    establishment,
    c5: { type: c5?.type ?? noC5, validUntil: c5?.validUntil ?? "" },
    retentionDays: retentionDays?.toString() ?? "",
    trainsOnData: trainsOnData === null ? null : trainsOnData ? ("yes" as const) : ("no" as const),
  };
}

function bodyOf({ c5, retentionDays, trainsOnData, ...places }: ReturnType<typeof valuesOf>) {
  return {
    ...places,
    c5: c5.type === "" ? null : { type: c5.type, validUntil: c5.validUntil },
    retentionDays: retentionDays.trim() === "" ? null : Number(retentionDays),
    trainsOnData: trainsOnData === null ? null : trainsOnData === "yes",
  };
}

/** Edits the provider's region, attestation, data retention and training policy. */
export function ProviderDocumentsDialog(props: ProviderDialogProps) {
  const { provider, onClose } = props;
  const t = useTranslations("ai-providers");
  const labels = useTranslations("ai-labels");
  const firstField = useRef<HTMLSelectElement>(null);
  const form = useProviderForm(
    props,
    valuesOf(provider),
    bodyOf,
    t("success.saved", { name: provider.name }),
  );
  const { field } = form;
  return (
    <RecordDialog
      title={t("documents.title", { name: provider.name })}
      description={t("documents.text")}
      form={form}
      onClose={onClose}
      initialFocus={firstField}
    >
      <ChoiceField
        {...field("region")}
        ref={firstField}
        label={labels("facts.region")}
        hint={t("documents.regionHint")}
        options={aiRegions.map((value) => ({ value, label: labels(`region.${value}`) }))}
      />
      <ChoiceField
        {...field("establishment")}
        label={labels("facts.establishment")}
        options={aiEstablishments.map((value) => ({ value, label: labels(`establishment.${value}`) }))}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          {...field("c5.type")}
          label={labels("facts.c5")}
          options={[
            { value: "", label: labels("c5.none") },
            ...c5Types.map((value) => ({ value, label: labels(`c5.${value}`) })),
          ]}
        />
        {form.values.c5.type !== "" && (
          <TextField
            {...field("c5.validUntil")}
            label={t("documents.validUntil")}
            type="date"
            autoComplete={undefined}
          />
        )}
      </div>
      <TextField
        {...field("retentionDays")}
        label={t("documents.retention")}
        hint={t("documents.retentionHint")}
        inputMode="numeric"
        maxLength={5}
        className="max-w-40"
      />
      <ChoiceField
        {...field("trainsOnData")}
        label={labels("facts.training")}
        options={(["no", "yes"] as const).map((value) => ({ value, label: labels(`training.${value}`) }))}
      />
    </RecordDialog>
  );
}
