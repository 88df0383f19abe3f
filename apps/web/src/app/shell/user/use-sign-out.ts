import { mayDiscard } from "../../../platform/forms/unsaved-input.ts";
import { maySignOut } from "../../../platform/offline/may-sign-out.ts";
import { logout } from "../../../platform/session/sign-out.ts";
import { useSignOutNotice } from "../../../platform/session/use-sign-out-notice.ts";

/** Returns a function that signs the user out and shows the result. If unsaved input would be lost, it asks first. */
export function useSignOut(): () => void {
  const showResult = useSignOutNotice();
  async function signOut(): Promise<void> {
    if (!(await mayDiscard()) || !(await maySignOut())) return;
    showResult((await logout()).confirmed);
  }
  return () => void signOut();
}
