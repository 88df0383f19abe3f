import type { SecurityDialogProps } from "./security-dialog-props.ts";
import { BlockDialog } from "./block-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { SecurityConfirmDialog } from "./security-confirm-dialog.tsx";
import { RecoveryDialog } from "./recovery-dialog.tsx";
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
    case "recoverPassword":
      return <RecoveryDialog purpose="password" {...shared} />;
    case "recoverSecondFactor":
      return <RecoveryDialog purpose="second_factor" {...shared} />;
    case "issueDayCode":
      return <RecoveryDialog purpose="day" {...shared} />;
    default:
      return <SecurityConfirmDialog action={action} {...shared} />;
  }
}
