import { useState } from "react";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import type { AiModel, ProviderBody } from "../ai.api.ts";
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
        models: unchangedModels(models).map((currentModel) =>
          currentModel.model === step.model
            ? { ...currentModel, prices: { [step.currency]: null } }
            : currentModel,
        ),
      };
  }
}

/** Confirms a change and explains its effect on the organizations. */
export function ProviderConfirmDialog(props: ProviderConfirmDialogProps) {
  const { scope, provider, models, step, onClose } = props;
  const t = useTranslations("ai-providers");
  const labels = useTranslations("ai-labels");
  const { notifySuccess } = useNotify();
  const { models: currentModels, save, onConflict } = useProviderSave(scope, provider, models);
  const [isStale, setStale] = useState(false);
  const values = {
    name: "model" in step ? step.model : provider.name,
    currency: "currency" in step ? step.currency : "",
  };
  return (
    <ConfirmDialog
      title={t(`confirm.${step.kind}.title`, values)}
      effect={t(`confirm.${step.kind}.text`, values)}
      confirmLabel={t(`confirm.${step.kind}.submit`)}
      variant={step.kind === "switchOn" ? "primary" : "danger"}
      failureTitle={labels("saveFailed")}
      act={() => save(bodyOf(step, currentModels))}
      onDone={() => {
        notifySuccess(t(`confirm.${step.kind}.success`, values));
        onClose();
      }}
      onConflict={async () => {
        await onConflict();
        setStale(true);
      }}
      // The provider has no address. The field for it is in another dialog.
      mapError={({ problem }) =>
        problem?.errors?.some(({ path }) => path === "baseUrl") ? t("confirm.noAddress") : undefined
      }
      onClose={onClose}
    >
      {isStale && (
        <ErrorBox variant="warning" persistent title={labels("stale.title")}>
          {labels("stale.text")}
        </ErrorBox>
      )}
    </ConfirmDialog>
  );
}
