import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { type AppFormControl, useAppForm } from "../../../platform/forms/use-app-form.ts";
import type { ProviderBody } from "../ai.api.ts";
import type { ProviderDialogProps } from "./provider-dialog.ts";
import { useProviderSave } from "./use-provider-save.ts";

/** Returns the form of a dialog that saves a provider. Shows a success message and closes after saving. */
export function useProviderForm<Values extends Record<string, unknown>>(
  { scope, provider, onClose }: ProviderDialogProps,
  values: Values,
  body: (values: Values) => ProviderBody,
  successMessage: string,
): AppFormControl<Values> {
  const { notifySuccess } = useNotify();
  const { save, onConflict } = useProviderSave(scope, provider);
  return useAppForm({
    values,
    schema: async () => (await import("@praxisportal/contract/ai/providers.schema")).updateAiProviderSchema,
    body,
    send: (changed) => save(body(changed)),
    onSuccess() {
      notifySuccess(successMessage);
      onClose();
    },
    onConflict,
  });
}
