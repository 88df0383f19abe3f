import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { ProviderDialogProps } from "./provider-dialog.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { useProviderForm } from "./use-provider-form.ts";

/** Edits the provider's base URL. The server rejects URLs it would not call; the field shows the reason. */
export function AddressDialog(props: ProviderDialogProps) {
  const { provider, onClose } = props;
  const t = useTranslations("ai-providers");
  const first = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState(provider.platform?.baseUrl ?? "");
  const body = () => ({ baseUrl: address.trim() });
  const { form, isStale } = useProviderForm(props, body, () => t("success.saved", { name: provider.name }));
  return (
    <RecordDialog
      title={t("address.title", { name: provider.name })}
      form={form}
      isStale={isStale}
      onClose={onClose}
      initialFocus={first}
    >
      <Field
        label={t("address.label")}
        hint={t("address.hint")}
        // The server repeats the client-side checks and adds some that only it can make.
        error={form.errors["baseUrl"] && t("address.refused")}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={first}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2048}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
        )}
      </Field>
    </RecordDialog>
  );
}
