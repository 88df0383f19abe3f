import { useRef } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { SelectField, TextAreaField, TextField } from "../../../platform/forms/fields.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import type { Undo } from "../../../platform/forms/use-undo-action.ts";
import { type AiTemplate, createTemplate, updateTemplate } from "./templates.api.ts";

interface TemplateFormProps {
  /** Null for a new template. */
  template: AiTemplate | null;
  /** The text of a new template. */
  text: string;
  /** True if the user may change the templates of the organization. */
  canManage: boolean;
  onClose: () => void;
  onDone: (message: string, undo?: Undo) => void;
}

/** Saves a template, or changes its name and text. The server rejects names and data of people. */
export function TemplateForm({ template, text, canManage, onClose, onDone }: TemplateFormProps) {
  const t = useTranslations("assistant");
  const firstField = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    values: {
      name: template?.name ?? "",
      text: template?.text ?? text,
      owner: template?.isShared === true ? "shared" : "own",
    },
    schema: async () =>
      (await import("@praxisportal/contract/ai-templates/ai-templates.schema")).saveAiTemplateSchema,
    body: (values) => ({ name: values.name, text: values.text }),
    send: (values, { idempotencyKey }) => {
      const body = { name: values.name, text: values.text };
      return template === null
        ? createTemplate(values.owner === "shared", body, idempotencyKey)
        : updateTemplate(template, body);
    },
    onSuccess(_result, { name }) {
      const message = t("templates.saved", { name: name.trim() });
      if (template === null) onDone(message);
      else onDone(message, () => updateTemplate(template, { name: template.name, text: template.text }));
      onClose();
    },
    mapError: (error) => (error.code === "ALREADY_EXISTS" ? t("templates.notUnique") : undefined),
  });
  return (
    <FormDialog
      title={t(template === null ? "templates.save" : "templates.edit")}
      description={t("templates.rule")}
      initialFocus={firstField}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("templates.saveFailed")} className="grid gap-4 pt-2">
        <TextField {...form.field("name")} focusRef={firstField} label={t("templates.name")} maxLength={80} />
        <TextAreaField {...form.field("text")} label={t("templates.text")} rows={6} />
        {template === null && canManage && (
          <SelectField
            {...form.field("owner")}
            label={t("templates.owner")}
            options={(["own", "shared"] as const).map((value) => ({
              value,
              label: t(`templates.owners.${value}`),
            }))}
          />
        )}
      </AppForm>
    </FormDialog>
  );
}
