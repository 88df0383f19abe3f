import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { providerKeys } from "../../entities/provider/provider.api.ts";

interface VersionedSave {
  /** The record was changed concurrently; the next save is against the current version. */
  readonly isStale: boolean;
  /** Returns whether it was saved. A conflict or a cancelled step-up is not an error. @throws ApiError. */
  readonly save: (send: (version: number) => Promise<unknown>) => Promise<boolean>;
}

/**
 * Saves a record of the practice against the version that the user saw, so that concurrent changes are never
 * overwritten unseen. `present` reads the current version.
 */
export function useVersionedSave(
  organizationId: string,
  seen: number,
  present: () => Promise<number>,
): VersionedSave {
  const client = useQueryClient();
  const [version, setVersion] = useState(seen);
  const [isStale, setStale] = useState(false);
  return {
    isStale,
    async save(send) {
      try {
        await send(version);
      } catch (error) {
        // The user cancelled the step-up; not an error.
        if (isApiError(error, "STEP_UP_REQUIRED")) return false;
        if (!isApiError(error, "PRECONDITION_FAILED")) throw error;
        setVersion(await present());
        setStale(true);
        return false;
      }
      void client.invalidateQueries({ queryKey: providerKeys.all(organizationId) });
      return true;
    },
  };
}
