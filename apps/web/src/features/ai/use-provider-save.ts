import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { modelsQuery, providerKeys, providersQuery } from "../../entities/provider/provider.api.ts";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { type AiModel, type AiScope, type AiProvider, type ProviderBody, updateProvider } from "./ai.api.ts";

export interface ProviderSave {
  /** The models that the change is based on. */
  readonly models: readonly AiModel[];
  /** The provider was changed concurrently; the next save is against the current version. */
  readonly isStale: boolean;
  /** Returns whether it was saved. A conflict or a cancelled step-up is not an error. @throws ApiError. */
  readonly save: (bodyOf: (models: readonly AiModel[]) => ProviderBody) => Promise<boolean>;
}

/**
 * Saves a provider against the version that the user saw, so that concurrent changes are never overwritten
 * unseen.
 */
export function useProviderSave(
  scope: AiScope,
  provider: AiProvider,
  models: readonly AiModel[] = [],
): ProviderSave {
  const client = useQueryClient();
  const [base, setBase] = useState({ version: provider.platform?.version ?? 0, models });
  const [isStale, setStale] = useState(false);
  return {
    models: base.models,
    isStale,
    async save(bodyOf) {
      try {
        await updateProvider(provider.key, bodyOf(base.models), base.version);
      } catch (error) {
        // The user cancelled the step-up; not an error.
        if (isApiError(error, "STEP_UP_REQUIRED")) return false;
        if (!isApiError(error, "PRECONDITION_FAILED")) throw error;
        const [{ data }, present] = await Promise.all([
          client.fetchQuery({ ...providersQuery(scope), staleTime: 0 }),
          client.fetchQuery({ ...modelsQuery(scope, provider.key), staleTime: 0 }),
        ]);
        const version = data.find(({ key }) => key === provider.key)?.platform?.version ?? 0;
        setBase({ version, models: present });
        setStale(true);
        return false;
      }
      void client.invalidateQueries({ queryKey: providerKeys.all(scope) });
      return true;
    },
  };
}
