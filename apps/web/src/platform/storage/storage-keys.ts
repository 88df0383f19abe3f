/**
 * Names of all stored values. The first group is fixed by section 3 of the specification (client-stored values). All
 * values that are not listed in `deviceKeys` belong to the user and are removed at sign-out, including those of later
 * features.
 */
export const storageKeys = {
  accessToken: "accessToken",
  /** In a browser, only the non-secret handle of the session. The secret half is an HttpOnly cookie. */
  refreshToken: "refreshToken",
  user: "user",
  organization: "organization",
  praxis: "praxis",
  deviceFingerprint: "deviceFingerprint",
  locale: "locale",
  theme: "theme",
  applicationId: "applicationId",
  applicationType: "applicationType",
  /** In sessionStorage: one value per tab. */
  selectedOrganization: "selectedOrganization",

  sessionTimes: "sessionTimes",
  lastActivity: "lastActivity",
  connectionMode: "connectionMode",
  notifications: "notifications",
  pendingSyncs: "pendingSyncs",
  /** A copy of the user's columns, saved views and sidebar state. */
  preferences: "preferences",
  /** In sessionStorage. */
  failedRequests: "refusedCalls",
  settings: "settings",
  rememberedOrganizations: "rememberedPractices",
  workstation: "desk",
  screenLocked: "screenLocked",
  /** In sessionStorage: the page to which a user returns with their draft. */
  draft: "draft",
  /** In sessionStorage: drafts of users who locked the screen, each encrypted with a key that only that user gets. */
  sealedDrafts: "sealedDrafts",
  /** In sessionStorage: unfinished bulk work, by ids. */
  bulkWork: "bulkWork",
  /** In sessionStorage: a session of the legacy practice server, with its token, user and practice. */
  legacySession: "legacySession",
  /** In sessionStorage: the model last used in the AI assistant. */
  assistantModel: "assistantModel",
} as const;

/** Values of the device, which are kept at sign-out. */
export const deviceKeys: readonly string[] = [
  storageKeys.deviceFingerprint,
  storageKeys.locale,
  storageKeys.theme,
  storageKeys.rememberedOrganizations,
  storageKeys.workstation,
  storageKeys.screenLocked,
  storageKeys.sealedDrafts,
  // Each change names its user, and only that user sees and sends it. A sign-out removes it, but a lock or an expired
  // session does not.
  storageKeys.pendingSyncs,
];
