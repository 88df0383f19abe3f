import { type ComponentType, useState } from "react";
import { ensureMessages } from "../../platform/i18n/store.ts";
import type { EmergencyUnlockProps, LockedAccount } from "./emergency-unlock.tsx";

/** Loads the emergency code form on demand, because few users ever need it. */
export function useEmergencyUnlock() {
  const [opened, setOpened] = useState<
    (LockedAccount & { Unlock: ComponentType<EmergencyUnlockProps> }) | null
  >(null);
  return {
    opened,
    /** @throws if the chunk cannot be downloaded. */
    open: async (account: LockedAccount): Promise<void> => {
      const [{ EmergencyUnlock }] = await Promise.all([
        import("./emergency-unlock.tsx"),
        ensureMessages("emergency-unlock"),
      ]);
      setOpened({ ...account, Unlock: EmergencyUnlock });
    },
    close: () => setOpened(null),
  };
}
