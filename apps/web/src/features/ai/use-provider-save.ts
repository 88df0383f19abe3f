import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isApiError } from "../../platform/api-client/api-error.ts";
import {
  aiKey,
  type AiModel,
  type AiPlace,
  type AiProvider,
  modelsQuery,
  type ProviderBody,
  providersQuery,
  updateProvider,
} from "./ai.api.ts";

export interface ProviderSave {
  /** The models that the change starts from. */
  readonly models: readonly AiModel[];
  /** Somebody else changed the provider meanwhile; the next save is against what is there now. */
  readonly isStale: boolean;
  /** Answers whether it was saved; a conflict or a proof that was not given is no error. @throws ApiError. */
  readonly save: (bodyOf: (models: readonly AiModel[]) => ProviderBody) => Promise<boolean>;
}

/** Saves a change of a provider against the version that the person saw, never over what somebody else wrote unseen. */
export function useProviderSave(
  place: AiPlace,
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
        // Who would rather not prove who she is has said so herself.
        if (isApiError(error, "STEP_UP_REQUIRED")) return false;
        if (!isApiError(error, "PRECONDITION_FAILED")) throw error;
        const [{ data }, present] = await Promise.all([
          client.fetchQuery({ ...providersQuery(place), staleTime: 0 }),
          client.fetchQuery({ ...modelsQuery(place, provider.key), staleTime: 0 }),
        ]);
        const version = data.find(({ key }) => key === provider.key)?.platform?.version ?? 0;
        setBase({ version, models: present });
        setStale(true);
        return false;
      }
      void client.invalidateQueries({ queryKey: aiKey(place) });
      return true;
    },
  };
}
