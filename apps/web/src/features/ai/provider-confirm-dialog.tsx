import { useTranslations } from "use-intl";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import type { AiModel, ProviderBody } from "./ai.api.ts";
import { type ProviderDialogProps, unchangedModels } from "./provider-dialog.ts";
import { useProviderSave } from "./use-provider-save.ts";

/** Changes that need a confirmation. */
export type ProviderConfirmAction =
  | { readonly kind: "removeKey" | "switchOn" | "switchOff" }
  | { readonly kind: "removeModel"; readonly model: string }
  | { readonly kind: "endPrice"; readonly model: string; readonly currency: "EUR" | "CHF" };

interface ProviderConfirmDialogProps extends ProviderDialogProps {
  models?: readonly AiModel[];
  step: ProviderConfirmAction;
}

function bodyOf(step: ProviderConfirmAction, models: readonly AiModel[]): ProviderBody {
  switch (step.kind) {
    case "removeKey":
      return { apiKey: null };
    case "switchOn":
    case "switchOff":
      return { enabled: step.kind === "switchOn" };
    case "removeModel":
      return { models: unchangedModels(models.filter(({ model }) => model !== step.model)) };
    case "endPrice":
      return {
        models: unchangedModels(models).map((each) =>
          each.model === step.model ? { ...each, prices: { [step.currency]: null } } : each,
        ),
      };
  }
}

/** Confirms a change and explains its effect on the practices. */
export function ProviderConfirmDialog(props: ProviderConfirmDialogProps) {
  const { scope, provider, models, step, onClose, notify } = props;
  const t = useTranslations("ai-providers");
  const labels = useTranslations("ai-words");
  const common = useTranslations("common");
  const providerSave = useProviderSave(scope, provider, models);
  const values = {
    name: "model" in step ? step.model : provider.name,
    currency: "currency" in step ? step.currency : "",
  };
  const { failure, busy, submit } = useFormSubmit({
    validate: () => Promise.resolve({}),
    async onSubmit() {
      if (!(await providerSave.save((present) => bodyOf(step, present)))) return;
      notify(t(`question.${step.kind}.success`, values));
      onClose();
    },
    // The provider has no address; that field is in another dialog.
    mapError: ({ problem }) =>
      problem?.errors?.some(({ path }) => path === "baseUrl") ? t("question.noAddress") : undefined,
  });
  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(next) => !next && onClose()}
      title={t(`question.${step.kind}.title`, values)}
      description={t(`question.${step.kind}.text`, values)}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            variant={step.kind === "switchOn" ? "primary" : "danger"}
            busy={busy}
            busyLabel={common("saving")}
            onClick={() => submit()}
          >
            {t(`question.${step.kind}.submit`)}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <ErrorBox persistent title={labels("saveFailed")}>
          {failure}
        </ErrorBox>
      )}
      {providerSave.isStale && (
        <ErrorBox variant="warning" persistent title={labels("stale.title")}>
          {labels("stale.text")}
        </ErrorBox>
      )}
    </Dialog>
  );
}
