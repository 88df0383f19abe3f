/**
 * Names of everything the browser keeps. The names of the first group are those of the specification, section 3
 * (client-stored values). `deviceKeys` is the short list: what is not in it belongs to the person and is removed
 * at sign-out, also keys that a later feature adds without a word here.
 */
export const storageKeys = {
  accessToken: "accessToken",
  /** For a browser only the non-secret handle of the session; the secret half is an HttpOnly cookie. */
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
  /** In sessionStorage. */
  refusedCalls: "refusedCalls",
  settings: "settings",
  rememberedPractices: "rememberedPractices",
  desk: "desk",
  screenLocked: "screenLocked",
  /** In sessionStorage: bulk work that is not finished, by ids. */
  bulkWork: "bulkWork",
  /** In sessionStorage: which model the AI assistant last asked. */
  assistantModel: "assistantModel",
} as const;

/** Values of the device: they stay when a person signs out. */
export const deviceKeys: readonly string[] = [
  storageKeys.deviceFingerprint,
  storageKeys.locale,
  storageKeys.theme,
  storageKeys.rememberedPractices,
  storageKeys.desk,
  storageKeys.screenLocked,
];
