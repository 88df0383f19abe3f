import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { ProviderDialogProps } from "./provider-dialog.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { useProviderForm } from "./use-provider-form.ts";

/** Sets the API key. The key is write-only and is never shown again. */
export function KeyDialog(props: ProviderDialogProps) {
  const { provider, onClose } = props;
  const t = useTranslations("ai-providers");
  const first = useRef<HTMLInputElement>(null);
  const [apiKey, setApiKey] = useState("");
  const body = () => ({ apiKey: apiKey.trim() });
  const { form, isStale } = useProviderForm(props, body, () => t("success.key", { name: provider.name }));
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
            // Not the user's own password: browsers must neither autofill nor save it.
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
