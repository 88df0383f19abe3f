import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { providerKeys } from "../../entities/provider/provider.api.ts";

interface VersionedSave {
  readonly save: (send: (version: number) => Promise<unknown>) => Promise<void>;
  /** Refetches the record. The next save uses the current version. */
  readonly onConflict: () => Promise<void>;
}

/**
 * Saves a record of the organization against the version that the user saw, so that concurrent changes are never
 * overwritten unseen. `readVersion` reads the current version.
 */
export function useVersionedSave(
  organizationId: string,
  initialVersion: number,
  readVersion: () => Promise<number>,
): VersionedSave {
  const client = useQueryClient();
  const [version, setVersion] = useState(initialVersion);
  return {
    async save(send) {
      await send(version);
      void client.invalidateQueries({ queryKey: providerKeys.all(organizationId) });
    },
    onConflict: async () => setVersion(await readVersion()),
  };
}
