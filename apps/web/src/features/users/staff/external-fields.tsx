import { useTranslations } from "use-intl";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useReadableDays } from "./use-staff-format.ts";
import { fieldRowClass } from "../../../ui/form/field.tsx";

/** Additional data of external people. */
export type ExternalDraft = {
  validUntil: string;
  confidentialityOn: string;
  physicianNumber: string;
  withoutNumber: boolean;
};

export const emptyExternal: ExternalDraft = {
  validUntil: "",
  confidentialityOn: "",
  physicianNumber: "",
  withoutNumber: false,
};

/** Returns the request body. */
export function externalOf(draft: ExternalDraft) {
  const { validUntil, confidentialityOn, physicianNumber, withoutNumber } = draft;
  return { validUntil, confidentialityOn, physicianNumber: withoutNumber ? null : physicianNumber };
}

export interface ExternalFieldsProps {
  draft: ExternalDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (change: Partial<ExternalDraft>) => void;
}

/** Edits the end date, confidentiality agreement and physician number of an external person. All are required. */
export function ExternalFields({ draft, errors, onChange }: ExternalFieldsProps) {
  const t = useTranslations("staff");
  const readable = useReadableDays();
  return (
    <div className={`${fieldRowClass} md:grid-cols-2`}>
      <TextField
        label={t("field.validUntil")}
        hint={t("field.validUntilHint")}
        type="date"
        value={draft.validUntil}
        error={readable(errors["external.validUntil"])}
        onChange={(validUntil) => onChange({ validUntil })}
      />
      <TextField
        label={t("field.confidentialityOn")}
        hint={t("field.confidentialityHint")}
        type="date"
        value={draft.confidentialityOn}
        error={readable(errors["external.confidentialityOn"])}
        onChange={(confidentialityOn) => onChange({ confidentialityOn })}
      />
      <div className="grid gap-2">
        <TextField
          label={t("field.physicianNumber")}
          maxLength={20}
          value={draft.physicianNumber}
          error={errors["external.physicianNumber"]}
          onChange={(physicianNumber) => onChange({ physicianNumber, withoutNumber: false })}
        />
        <Checkbox
          label={t("field.noPhysicianNumber")}
          checked={draft.withoutNumber}
          onChange={(withoutNumber) =>
            onChange({ withoutNumber, ...(withoutNumber ? { physicianNumber: "" } : {}) })
          }
        />
      </div>
    </div>
  );
}
