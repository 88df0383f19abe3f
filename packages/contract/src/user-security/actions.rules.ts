/** Actions that affect only the membership in one organization. */
export const membershipActions = ["unlock", "block", "unblock", "resetConnections", "mailResetLink"] as const;

/** Actions that affect the account, which other organizations may use as well. */
export const identityActions = [
  "setPassword",
  "recoverPassword",
  "recoverSecondFactor",
  "resetTwoFactor",
] as const;

/** Actions on the code that replaces the second factor for a day. */
export const dayCodeActions = ["issueDayCode", "endDayCode"] as const;

export const securityActions = [
  "endSession",
  ...membershipActions,
  ...identityActions,
  ...dayCodeActions,
] as const;

export type MembershipAction = (typeof membershipActions)[number];

export type SecurityAction = (typeof securityActions)[number];
