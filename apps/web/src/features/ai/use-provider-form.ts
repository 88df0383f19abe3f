import { type FormSubmit, useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import type { ProviderBody } from "./ai.api.ts";
import type { ProviderDialogProps } from "./provider-dialog.ts";
import { useProviderSave } from "./use-provider-save.ts";

/** Form of a dialog that saves `body`. Shows a success message and closes after saving. */
export function useProviderForm(
  { scope, provider, onClose, notify }: ProviderDialogProps,
  body: () => ProviderBody,
  successMessage: () => string,
): { form: FormSubmit; isStale: boolean } {
  const { isStale, save } = useProviderSave(scope, provider);
  const form = useFormSubmit({
    async validate() {
      const [{ validate }, { updateAiProviderSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/ai/providers.schema"),
      ]);
      return validate(updateAiProviderSchema, body());
    },
    async onSubmit() {
      if (!(await save(body))) return;
      notify(successMessage());
      onClose();
    },
  });
  return { form, isStale };
}
