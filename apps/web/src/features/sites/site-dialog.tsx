import {
  type Country,
  type SiteNumberKind,
  siteNumberKindsOf,
} from "@praxisportal/contract/sites/site-number.rules";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { SelectField, TextAreaField, TextField } from "../../platform/forms/fields.tsx";
import { FormDialog } from "../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import type { Undo } from "../../platform/forms/use-undo-action.ts";
import { saveSite, type Site, updateSite } from "./sites.api.ts";

const noKind = "none";
type Kind = SiteNumberKind | typeof noKind;
type Values = { name: string; address: string; number: { kind: Kind; value: string } };

function bodyOf({ name, address, number: { kind, value } }: Values) {
  return {
    name,
    address: address.trim() === "" ? null : address,
    number: kind === noKind || value.trim() === "" ? null : { kind, value },
  };
}

interface SiteDialogProps {
  organizationId: string;
  country: Country;
  /** Null for a new site. */
  site: Site | null;
  onClose: () => void;
  onDone: (message: string, undo?: Undo) => void;
  /** Called when the site was changed concurrently. */
  onStale: () => void;
}

/** Edits a site's name, address and health system number. */
export function SiteDialog({ organizationId, country, site, onClose, onDone, onStale }: SiteDialogProps) {
  const t = useTranslations("sites");
  const firstField = useRef<HTMLInputElement>(null);
  const kinds: readonly Kind[] = [...siteNumberKindsOf(country), noKind];
  const initial: Values = {
    name: site?.name ?? "",
    address: site?.address ?? "",
    number: { kind: site?.number?.kind ?? kinds[0] ?? noKind, value: site?.number?.value ?? "" },
  };
  const form = useAppForm({
    values: initial,
    async check(values) {
      const [{ validate }, { createSiteSchema, updateSiteSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/sites/sites.schema"),
      ]);
      const { name, ...rest } = bodyOf(values);
      // An unchanged name is not validated, because it may have been stored under an older rule.
      const { "number.value": wrong, ...others } = await (site?.name === name
        ? validate(updateSiteSchema, rest)
        : validate(createSiteSchema, { ...rest, name }));
      const { kind } = values.number;
      // More specific than the schema's "wrong format".
      return wrong === undefined || kind === noKind
        ? others
        : { ...others, "number.value": t(`form.${kind}`) };
    },
    send: (values, { idempotencyKey }) => saveSite(organizationId, site, bodyOf(values), idempotencyKey),
    onSuccess(saved, { name }) {
      const placeholders = { name: name.trim() };
      if (site === null) onDone(t("success.created", placeholders));
      else onDone(t("success.saved", placeholders), () => updateSite(organizationId, saved, bodyOf(initial)));
      onClose();
    },
    mapError(error) {
      if (error.code === "ALREADY_EXISTS") return t("notUnique");
      return error.code === "PRECONDITION_FAILED" ? t("stale") : undefined;
    },
    onFailure: (error) => error.code === "PRECONDITION_FAILED" && onStale(),
  });
  const { field, errors } = form;
  const { kind } = form.values.number;
  return (
    <FormDialog
      title={site === null ? t("create") : t("editTitle", { name: site.name })}
      initialFocus={firstField}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-2">
        <TextField {...field("name")} focusRef={firstField} label={t("name")} spellCheck={undefined} />
        <TextAreaField
          {...field("address")}
          label={t("address")}
          optional
          autoComplete="off"
          maxLength={500}
        />
        <SelectField
          {...field("number.kind")}
          label={t("kind")}
          options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        {kind !== noKind && (
          <TextField
            {...field("number.value")}
            error={errors["number.value"] ?? errors["number"]}
            label={t("number")}
            // The error text already describes the format.
            {...(errors["number.value"] === undefined ? { hint: t(`form.${kind}`) } : {})}
            optional
            maxLength={20}
          />
        )}
      </AppForm>
    </FormDialog>
  );
}
