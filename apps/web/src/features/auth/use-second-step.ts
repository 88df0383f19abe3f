import type { FirstStep } from "./first-step.ts";
import { useState, type ComponentType } from "react";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { dropSecondStep } from "../../platform/session/session.actions.ts";
import type { SecondStepProps } from "./second-step.tsx";

/**
 * Loads the second step on demand, because most users sign in without one. It stays visible while the session starts,
 * so that the password form does not flash.
 */
export function useSecondStep() {
  const [opened, setOpened] = useState<(FirstStep & { Step: ComponentType<SecondStepProps> }) | null>(null);
  return {
    opened,
    /** @throws when the chunk could not be downloaded. */
    open: async (first: FirstStep): Promise<void> => {
      const [{ SecondStep }] = await Promise.all([
        import("./second-step.tsx"),
        ensureMessages("second-step"),
      ]);
      setOpened({ ...first, Step: SecondStep });
    },
    close: (): void => {
      dropSecondStep();
      setOpened(null);
    },
  };
}
