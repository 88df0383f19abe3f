/**
 * The checks of the security score, in display order. Their texts and the pages to fix them belong to the web
 * app.
 */
export const securityCheckIds = [
  "administratorsTwoFactor",
  "membersTwoFactor",
  "administratorCount",
  "idleAccounts",
  "externalWithoutEnd",
  "sharedUsernames",
  "failedSignIns",
  "unconfirmedEmails",
  "oldInvitations",
  "startPasswords",
] as const;
