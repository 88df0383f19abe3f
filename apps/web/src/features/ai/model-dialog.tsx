import { aiModelKinds, type AiModelKind } from "@praxisportal/contract/ai/providers.schema";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { AiModel } from "./ai.api.ts";
import { type ProviderDialogProps, unchangedModels } from "./provider-dialog.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { useProviderSave } from "./use-provider-save.ts";

interface ModelDialogProps extends ProviderDialogProps {
  models: readonly AiModel[];
  /** Null for a new model. */
  model: AiModel | null;
}

const usualTokens = 4096;

/** Adds or edits a model. Its name must match the provider's own name for it. */
export function ModelDialog({ scope, provider, models, model, onClose, notify }: ModelDialogProps) {
  const t = useTranslations("ai-providers");
  const labels = useTranslations("ai-words");
  const first = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(model?.model ?? "");
  const [kind, setKind] = useState<AiModelKind>(model?.kind ?? "chat");
  const [tokens, setTokens] = useState(String(model?.maxOutputTokens ?? usualTokens));
  const [enabled, setEnabled] = useState(model?.enabled ?? true);
  const providerSave = useProviderSave(scope, provider, models);
  const newModel = () => ({
    model: name.trim(),
    kind,
    enabled,
    ...(kind === "chat" && { maxOutputTokens: Number(tokens) }),
  });
  // Prices are stored by model name, so the body does not repeat them.
  const bodyOf = (present: readonly AiModel[]) => ({
    models: [...unchangedModels(present.filter((each) => each.model !== model?.model)), newModel()],
  });
  const form = useFormSubmit({
    async validate() {
      const [{ validate }, { updateAiProviderSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/ai/providers.schema"),
      ]);
      const { models: modelErrors, ...found } = await validate(
        updateAiProviderSchema,
        bodyOf(providerSave.models),
      );
      const own = `models.${bodyOf(providerSave.models).models.length - 1}.`;
      return Object.fromEntries([
        ...Object.entries(found).map(([path, text]) => [path.replace(own, ""), text] as const),
        ...(modelErrors === undefined ? [] : [["model", t("model.twice")] as const]),
      ]);
    },
    async onSubmit() {
      if (!(await providerSave.save(bodyOf))) return;
      notify(t("success.model", { name: name.trim() }));
      onClose();
    },
  });
  const { errors } = form;
  return (
    <RecordDialog
      title={model === null ? t("model.add") : t("model.edit", { name: model.model })}
      form={form}
      isStale={providerSave.isStale}
      onClose={onClose}
      initialFocus={first}
    >
      <Field label={t("model.name")} hint={t("model.nameHint")} error={errors["model"]}>
        {(control) => (
          <TextInput
            {...control}
            ref={first}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            readOnly={model !== null}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={t("model.kind")} error={errors["kind"]}>
        {(control) => (
          <NativeSelect
            {...control}
            value={kind}
            onChange={(event) =>
              setKind(aiModelKinds.find((each) => each === event.currentTarget.value) ?? "chat")
            }
          >
            {aiModelKinds.map((each) => (
              <option key={each} value={each}>
                {labels(`modelKind.${each}`)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {kind === "chat" && (
        <Field label={t("model.tokens")} hint={t("model.tokensHint")} error={errors["maxOutputTokens"]}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              className="max-w-40"
              value={tokens}
              onChange={(event) => setTokens(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Checkbox
        label={t("model.enabled")}
        hint={t("model.enabledHint")}
        checked={enabled}
        onChange={setEnabled}
      />
    </RecordDialog>
  );
}
