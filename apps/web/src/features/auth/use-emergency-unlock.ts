import { type ComponentType, useState } from "react";
import { ensureMessages } from "../../platform/i18n/store.ts";
import type { EmergencyUnlockProps, LockedAccount } from "./emergency-unlock.tsx";

/** Unlocking with the emergency code, loaded on demand: hardly anyone needs it. */
export function useEmergencyUnlock() {
  const [shown, setShown] = useState<
    (LockedAccount & { Unlock: ComponentType<EmergencyUnlockProps> }) | null
  >(null);
  return {
    shown,
    /** @throws when the chunk could not be downloaded. */
    open: async (account: LockedAccount): Promise<void> => {
      const [{ EmergencyUnlock }] = await Promise.all([
        import("./emergency-unlock.tsx"),
        ensureMessages("emergency-unlock"),
      ]);
      setShown({ ...account, Unlock: EmergencyUnlock });
    },
    close: () => setShown(null),
  };
}
