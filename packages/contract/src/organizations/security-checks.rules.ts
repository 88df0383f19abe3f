/** The checks that are about members; each is also a filter of the list of people. */
export const memberCheckIds = [
  "administratorsTwoFactor",
  "membersTwoFactor",
  "administratorCount",
  "idleAccounts",
  "externalWithoutEnd",
  "sharedUsernames",
  "failedSignIns",
  "unconfirmedEmails",
  "oldInvitations",
  "temporaryPasswords",
] as const;
export type MemberCheckId = (typeof memberCheckIds)[number];

/**
 * The checks of the security score, in display order. Their texts and the pages to fix them belong to the web
 * app.
 */
export const securityCheckIds = [...memberCheckIds, "overdueReview"] as const;
