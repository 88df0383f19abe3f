import { type FormSubmit, useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import type { ProviderBody } from "./ai.api.ts";
import type { ProviderDialogProps } from "./provider-dialog.ts";
import { useProviderSave } from "./use-provider-save.ts";

/** Form of a dialog that saves `body`. Shows a success message and closes after saving. */
export function useProviderForm(
  { place, provider, onClose, tell }: ProviderDialogProps,
  body: () => ProviderBody,
  told: () => string,
): { form: FormSubmit; isStale: boolean } {
  const { isStale, save } = useProviderSave(place, provider);
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
      tell(told());
      onClose();
    },
  });
  return { form, isStale };
}
