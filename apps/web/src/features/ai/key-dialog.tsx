import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { ProviderDialogProps } from "./provider-dialog.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { useProviderSave } from "./use-provider-save.ts";

/** Takes a key, which is never shown again. */
export function KeyDialog({ place, provider, onClose, tell }: ProviderDialogProps) {
  const t = useTranslations("ai-providers");
  const first = useRef<HTMLInputElement>(null);
  const [apiKey, setApiKey] = useState("");
  const { isStale, save } = useProviderSave(place, provider);
  const body = () => ({ apiKey: apiKey.trim() });
  const form = useFormSubmit({
    async check() {
      const [{ validate }, { updateAiProviderSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/ai/providers.schema"),
      ]);
      return validate(updateAiProviderSchema, body());
    },
    async send() {
      if (!(await save(body))) return;
      tell(t("told.key", { name: provider.name }));
      onClose();
    },
  });
  const { set, lastFour } = provider.credentials;
  return (
    <RecordDialog
      title={t(set ? "key.replaceTitle" : "key.setTitle", { name: provider.name })}
      {...(set && { description: t("key.replaces", { lastFour: lastFour ?? "" }) })}
      form={form}
      isStale={isStale}
      onClose={onClose}
      initialFocus={first}
    >
      <Field label={t("key.label")} hint={t("key.hint")} error={form.errors["apiKey"]}>
        {(control) => (
          <TextInput
            {...control}
            ref={first}
            type="password"
            // Not the password of the person: browsers must neither offer nor keep it.
            autoComplete="new-password"
            spellCheck={false}
            maxLength={500}
            value={apiKey}
            onChange={(event) => setApiKey(event.currentTarget.value)}
          />
        )}
      </Field>
    </RecordDialog>
  );
}
