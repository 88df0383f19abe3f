import { type SecurityAction, securityActions } from "@praxisportal/contract/user-security/actions.rules";

/** Security actions with a dialog. Sessions are ended in their row instead. */
export type SecurityStep = Exclude<SecurityAction, "endSession">;

const steps: readonly string[] = securityActions.filter((action) => action !== "endSession");

export function isSecurityStep(action: string): action is SecurityStep {
  return steps.includes(action);
}
