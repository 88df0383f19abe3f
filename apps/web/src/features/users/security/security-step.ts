import {
  type SecurityAction,
  securityActions,
} from "@praxisportal/contract/user-security/user-security.rules";

/** What opens a dialog about a person's security; a session is ended in its row. */
export type SecurityStep = Exclude<SecurityAction, "endSession">;

const steps: readonly string[] = securityActions.filter((action) => action !== "endSession");

export function isSecurityStep(action: string): action is SecurityStep {
  return steps.includes(action);
}
