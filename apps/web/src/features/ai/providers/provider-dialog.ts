import type { AiModel, AiScope, AiProvider } from "../ai.api.ts";

export interface ProviderDialogProps {
  scope: AiScope;
  provider: AiProvider;
  onClose: () => void;
}

/** Returns the models as request bodies. Omits the prices, which stay unchanged. */
export function unchangedModels(models: readonly AiModel[]) {
  return models.map(({ model, kind, maxOutputTokens, enabled }) => ({
    model,
    kind,
    maxOutputTokens,
    enabled,
  }));
}
