import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { modelsQuery, providerKeys, providersQuery } from "../../../entities/provider/provider.api.ts";
import { type AiModel, type AiScope, type AiProvider, type ProviderBody, updateProvider } from "../ai.api.ts";

export interface ProviderSave {
  /** The models that the change is based on. */
  readonly models: readonly AiModel[];
  readonly save: (body: ProviderBody) => Promise<void>;
  /** Refetches the provider. The next save uses the current version. */
  readonly onConflict: () => Promise<void>;
}

/** Saves a provider against the version that the user saw, so that concurrent changes are never overwritten unseen. */
export function useProviderSave(
  scope: AiScope,
  provider: AiProvider,
  models: readonly AiModel[] = [],
): ProviderSave {
  const client = useQueryClient();
  const [base, setBase] = useState({ version: provider.platform?.version ?? 0, models });
  return {
    models: base.models,
    async save(body) {
      await updateProvider(provider.key, body, base.version);
      void client.invalidateQueries({ queryKey: providerKeys.all(scope) });
    },
    async onConflict() {
      const [{ data }, currentModels] = await Promise.all([
        client.fetchQuery({ ...providersQuery(scope), staleTime: 0 }),
        client.fetchQuery({ ...modelsQuery(scope, provider.key), staleTime: 0 }),
      ]);
      const version = data.find(({ key }) => key === provider.key)?.platform?.version ?? 0;
      setBase({ version, models: currentModels });
    },
  };
}
