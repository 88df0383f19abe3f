import { aiModelKinds, type AiModelKind } from "@praxisportal/contract/ai/providers.schema";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { SelectField, TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import type { AiModel } from "../ai.api.ts";
import { type ProviderDialogProps, unchangedModels } from "../providers/provider-dialog.ts";
import { RecordDialog } from "../record-dialog.tsx";
import { useProviderSave } from "../providers/use-provider-save.ts";

interface ModelDialogProps extends ProviderDialogProps {
  models: readonly AiModel[];
  /** Null for a new model. */
  model: AiModel | null;
}

const defaultTokens = 4096;

type Values = { model: string; kind: AiModelKind; maxOutputTokens: string; enabled: boolean };

const newModel = ({ model, kind, maxOutputTokens, enabled }: Values) => ({
  model: model.trim(),
  kind,
  enabled,
  ...(kind === "chat" && { maxOutputTokens: Number(maxOutputTokens) }),
});

/** Adds or edits a model. Its name must match the provider's name of the model. */
export function ModelDialog({ scope, provider, models, model, onClose }: ModelDialogProps) {
  const t = useTranslations("ai-providers");
  const labels = useTranslations("ai-labels");
  const { notifySuccess } = useNotify();
  const firstField = useRef<HTMLInputElement>(null);
  const { models: currentModels, save, onConflict } = useProviderSave(scope, provider, models);
  const initial: Values = {
    model: model?.model ?? "",
    kind: model?.kind ?? "chat",
    maxOutputTokens: String(model?.maxOutputTokens ?? defaultTokens),
    enabled: model?.enabled ?? true,
  };
  // Prices are stored by model name, so the body does not repeat them.
  const bodyOf = (values: Values) => ({
    models: [
      ...unchangedModels(currentModels.filter((candidate) => candidate.model !== model?.model)),
      newModel(values),
    ],
  });
  const form = useAppForm({
    values: initial,
    schema: async () => (await import("@praxisportal/contract/ai/providers.schema")).updateAiProviderSchema,
    body: bodyOf,
    check(values, { models: modelErrors, ...fieldErrors }) {
      const ownPrefix = `models.${bodyOf(values).models.length - 1}.`;
      return Object.fromEntries([
        ...Object.entries(fieldErrors).map(([path, text]) => [path.replace(ownPrefix, ""), text] as const),
        ...(modelErrors === undefined ? [] : [["model", t("model.twice")] as const]),
      ]);
    },
    send: (values) => save(bodyOf(values)),
    onSuccess(_saved, values) {
      notifySuccess(t("success.model", { name: values.model.trim() }));
      onClose();
    },
    onConflict,
  });
  const { field, values } = form;
  return (
    <RecordDialog
      title={model === null ? t("model.add") : t("model.edit", { name: model.model })}
      form={form}
      onClose={onClose}
      initialFocus={firstField}
    >
      <TextField
        {...field("model")}
        focusRef={firstField}
        label={t("model.name")}
        hint={t("model.nameHint")}
        maxLength={200}
        readOnly={model !== null}
      />
      <SelectField
        {...field("kind")}
        label={t("model.kind")}
        options={aiModelKinds.map((value) => ({ value, label: labels(`modelKind.${value}`) }))}
      />
      {values.kind === "chat" && (
        <TextField
          {...field("maxOutputTokens")}
          label={t("model.tokens")}
          hint={t("model.tokensHint")}
          inputMode="numeric"
          maxLength={7}
          className="max-w-40"
        />
      )}
      <Checkbox
        label={t("model.enabled")}
        hint={t("model.enabledHint")}
        checked={values.enabled}
        onChange={field("enabled").onChange}
      />
    </RecordDialog>
  );
}
