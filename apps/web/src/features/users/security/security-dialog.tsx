import type { SecurityDialogProps } from "./security-dialog-props.ts";
import { BlockDialog } from "./block-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { PlainQuestion } from "./plain-question.tsx";
import { RescueDialog } from "./rescue-dialog.tsx";
import { UnlockDialog } from "./unlock-dialog.tsx";

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
