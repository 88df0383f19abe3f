import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { aiKey } from "./ai.api.ts";

interface VersionedSave {
  /** Somebody else changed it meanwhile; the next save is against what is there now. */
  readonly isStale: boolean;
  /** Answers whether it was saved; a conflict or a proof that was not given is no error. @throws ApiError. */
  readonly save: (send: (version: number) => Promise<unknown>) => Promise<boolean>;
}

/**
 * Saves something of the practice against the version that the person saw, never over what somebody else wrote
 * unseen. `present` reads the version that is there now.
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
        // Who would rather not prove who she is has said so herself.
        if (isApiError(error, "STEP_UP_REQUIRED")) return false;
        if (!isApiError(error, "PRECONDITION_FAILED")) throw error;
        setVersion(await present());
        setStale(true);
        return false;
      }
      void client.invalidateQueries({ queryKey: aiKey(organizationId) });
      return true;
    },
  };
}
