import { SessionWarningDialog } from "../../../platform/session/times/session-warning-dialog.tsx";
import { useSignOutNotice } from "../user/use-sign-out-notice.ts";

/** The session expiry dialog. It shows the result of a sign-out like the user menu. */
export function SessionWarning() {
  return <SessionWarningDialog onSignedOut={useSignOutNotice()} />;
}
