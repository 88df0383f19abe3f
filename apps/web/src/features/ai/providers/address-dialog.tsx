import { useRef } from "react";
import { useTranslations } from "use-intl";
import { TextField } from "../../../platform/forms/fields.tsx";
import type { ProviderDialogProps } from "./provider-dialog.ts";
import { RecordDialog } from "../record-dialog.tsx";
import { useProviderForm } from "./use-provider-form.ts";

const bodyOf = ({ baseUrl }: { baseUrl: string }) => ({ baseUrl: baseUrl.trim() });

/** Edits the provider's base URL. The server rejects URLs it would not call. The field shows the reason. */
export function AddressDialog(props: ProviderDialogProps) {
  const { provider, onClose } = props;
  const t = useTranslations("ai-providers");
  const firstField = useRef<HTMLInputElement>(null);
  const values = { baseUrl: provider.platform?.baseUrl ?? "" };
  const form = useProviderForm(props, values, bodyOf, t("success.saved", { name: provider.name }));
  const { error, ...field } = form.field("baseUrl");
  return (
    <RecordDialog
      title={t("address.title", { name: provider.name })}
      form={form}
      onClose={onClose}
      initialFocus={firstField}
    >
      <TextField
        {...field}
        focusRef={firstField}
        label={t("address.label")}
        hint={t("address.hint")}
        // The server repeats the client-side checks and adds some that only it can make.
        error={error && t("address.refused")}
        type="url"
        inputMode="url"
        maxLength={2048}
      />
    </RecordDialog>
  );
}
