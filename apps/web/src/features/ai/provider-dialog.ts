import type { AiModel, AiPlace, AiProvider } from "./ai.api.ts";

/** What every dialog about a provider is given. */
export interface ProviderDialogProps {
  place: AiPlace;
  provider: AiProvider;
  onClose: () => void;
  tell: (message: string) => void;
}

/** The models as the call wants them, every price as it is. */
export function unchangedModels(models: readonly AiModel[]) {
  return models.map(({ model, kind, maxOutputTokens, enabled }) => ({
    model,
    kind,
    maxOutputTokens,
    enabled,
  }));
}
