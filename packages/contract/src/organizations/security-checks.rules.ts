/** Checks about members. Each of them is also a filter of the list of people. */
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

/** Checks of the security score in display order. Their texts and the pages that fix findings belong to the web app. */
export const securityCheckIds = [...memberCheckIds, "overdueReview"] as const;
