import { aiEstablishments, aiRegions, c5Types } from "@praxisportal/contract/ai/gate.rules";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../../ui/field.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { ChoiceField } from "./choice-field.tsx";
import type { ProviderDialogProps } from "./provider-dialog.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { useProviderForm } from "./use-provider-form.ts";

/** Edits the provider's region, attestation, data retention and training policy. */
export function ProviderDocumentsDialog(props: ProviderDialogProps) {
  const { provider, onClose } = props;
  const t = useTranslations("ai-providers");
  const labels = useTranslations("ai-words");
  const first = useRef<HTMLSelectElement>(null);
  const [region, setRegion] = useState(provider.region);
  const [establishment, setEstablishment] = useState(provider.establishment);
  const [c5Type, setC5Type] = useState(provider.c5?.type ?? null);
  const [validUntil, setValidUntil] = useState(provider.c5?.validUntil ?? "");
  const [retention, setRetention] = useState(provider.retentionDays?.toString() ?? "");
  const [trains, setTrains] = useState<"yes" | "no" | null>(
    provider.trainsOnData === null ? null : provider.trainsOnData ? "yes" : "no",
  );
  const body = () => ({
    region,
    establishment,
    c5: c5Type === null ? null : { type: c5Type, validUntil },
    retentionDays: retention.trim() === "" ? null : Number(retention),
    trainsOnData: trains === null ? null : trains === "yes",
  });
  const { form, isStale } = useProviderForm(props, body, () => t("success.saved", { name: provider.name }));
  const { errors } = form;
  return (
    <RecordDialog
      title={t("paperwork.title", { name: provider.name })}
      description={t("paperwork.text")}
      form={form}
      isStale={isStale}
      onClose={onClose}
      initialFocus={first}
    >
      <ChoiceField
        ref={first}
        label={labels("facts.region")}
        hint={t("paperwork.regionHint")}
        error={errors["region"]}
        value={region}
        options={aiRegions.map((value) => ({ value, label: labels(`region.${value}`) }))}
        onChange={setRegion}
      />
      <ChoiceField
        label={labels("facts.establishment")}
        error={errors["establishment"]}
        value={establishment}
        options={aiEstablishments.map((value) => ({ value, label: labels(`establishment.${value}`) }))}
        onChange={setEstablishment}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={labels("facts.c5")} error={errors["c5.type"]}>
          {(control) => (
            <NativeSelect
              {...control}
              value={c5Type ?? ""}
              onChange={(event) =>
                setC5Type(c5Types.find((each) => each === event.currentTarget.value) ?? null)
              }
            >
              <option value="">{labels("c5.none")}</option>
              {c5Types.map((each) => (
                <option key={each} value={each}>
                  {labels(`c5.${each}`)}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        {c5Type !== null && (
          <Field label={t("paperwork.validUntil")} error={errors["c5.validUntil"]}>
            {(control) => (
              <TextInput
                {...control}
                type="date"
                value={validUntil}
                onChange={(event) => setValidUntil(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
      </div>
      <Field
        label={t("paperwork.retention")}
        hint={t("paperwork.retentionHint")}
        error={errors["retentionDays"]}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            className="max-w-40"
            value={retention}
            onChange={(event) => setRetention(event.currentTarget.value)}
          />
        )}
      </Field>
      <ChoiceField
        label={labels("facts.training")}
        error={errors["trainsOnData"]}
        value={trains}
        options={(["no", "yes"] as const).map((value) => ({ value, label: labels(`training.${value}`) }))}
        onChange={setTrains}
      />
    </RecordDialog>
  );
}
