import { useRef } from "react";
import { useTranslations } from "use-intl";
import { TextField } from "../../../platform/forms/fields.tsx";
import type { ProviderDialogProps } from "./provider-dialog.ts";
import { RecordDialog } from "../record-dialog.tsx";
import { useProviderForm } from "./use-provider-form.ts";

const bodyOf = ({ apiKey }: { apiKey: string }) => ({ apiKey: apiKey.trim() });

/** Sets the API key. The key is write-only and is never shown again. */
export function KeyDialog(props: ProviderDialogProps) {
  const { provider, onClose } = props;
  const t = useTranslations("ai-providers");
  const firstField = useRef<HTMLInputElement>(null);
  const form = useProviderForm(props, { apiKey: "" }, bodyOf, t("success.key", { name: provider.name }));
  const { set, lastFour } = provider.credentials;
  return (
    <RecordDialog
      title={t(set ? "key.replaceTitle" : "key.setTitle", { name: provider.name })}
      description={set ? t("key.replaces", { lastFour: lastFour ?? "" }) : undefined}
      form={form}
      onClose={onClose}
      initialFocus={firstField}
    >
      <TextField
        {...form.field("apiKey")}
        focusRef={firstField}
        label={t("key.label")}
        hint={t("key.hint")}
        type="password"
        // This is not the user's password, so browsers must neither autofill nor save it.
        autoComplete="new-password"
        maxLength={500}
      />
    </RecordDialog>
  );
}
