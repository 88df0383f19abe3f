import type { SecondStep as SecondStepTicket } from "@praxisportal/contract/auth/auth.schema";
import { useState, type ComponentType } from "react";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { dropSecondStep } from "../../platform/session/session.actions.ts";
import type { SecondStepProps } from "./second-step.tsx";

/** Who stands between the first and the second step, and where. */
export interface FirstStep {
  readonly tempToken: string;
  /** With what she can do it. */
  readonly methods: SecondStepTicket["methods"];
  /** As typed: user name or address. */
  readonly name: string;
  /** The practice that was chosen; null for none. */
  readonly practice: string | null;
}

/**
 * The second step, downloaded when the first one needs it: most people sign in without. What is shown stays while the
 * session begins, so that the password form does not flash.
 */
export function useSecondStep() {
  const [shown, setShown] = useState<(FirstStep & { Step: ComponentType<SecondStepProps> }) | null>(null);
  return {
    shown,
    /** @throws when the page could not be downloaded. */
    open: async (first: FirstStep): Promise<void> => {
      const [{ SecondStep }] = await Promise.all([
        import("./second-step.tsx"),
        ensureMessages("second-step"),
      ]);
      setShown({ ...first, Step: SecondStep });
    },
    close: (): void => {
      dropSecondStep();
      setShown(null);
    },
  };
}
