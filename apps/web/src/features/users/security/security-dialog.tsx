import type { Named, Tell } from "../person-actions.tsx";
import { BlockDialog } from "./block-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { PlainQuestion } from "./plain-question.tsx";
import { RescueDialog } from "./rescue-dialog.tsx";
import type { SecurityStep } from "./security-step.ts";
import { UnlockDialog } from "./unlock-dialog.tsx";

export interface SecurityDialogProps {
  action: SecurityStep;
  organizationId: string;
  person: Named;
  onClose: () => void;
  tell: Tell;
}

/** The dialog of a security action. */
export function SecurityDialog({ action, ...shared }: SecurityDialogProps) {
  switch (action) {
    case "unlock":
      return <UnlockDialog {...shared} />;
    case "block":
      return <BlockDialog {...shared} />;
    case "setPassword":
      return <PasswordDialog {...shared} />;
    case "rescuePassword":
      return <RescueDialog purpose="password" {...shared} />;
    case "rescueSecondFactor":
      return <RescueDialog purpose="second_factor" {...shared} />;
    default:
      return <PlainQuestion action={action} {...shared} />;
  }
}

export type AboutPerson = Omit<SecurityDialogProps, "action">;
