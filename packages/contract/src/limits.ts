/**
 * Business constants and limits, each defined once and named with its unit: first the rows of specification
 * section 9, then the others. Languages are in `languages.ts`, permissions in `permissions.ts`. No other file
 * may repeat one of these numbers.
 */

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// Calls

/** Timeout of a call by the browser client (R9-01). */
export const apiTimeoutMs = 30_000;
/** Number of retries by the browser client: only GET and calls with an Idempotency-Key (R9-02). */
export const apiRetryAttempts = 3;
/** Delay before each retry (R9-02). */
export const apiRetryDelayMs = 1_000;

// WebSocket

/** Heartbeat interval (R9-03). */
export const websocketHeartbeatMs = 30_000;
/** First reconnect delay; doubles with each attempt (R9-04). */
export const websocketReconnectDelayMs = 1_000;
/** Maximum reconnect delay (R9-04). */
export const websocketReconnectDelayMaxMs = 30_000;
/** Reconnect attempts before the reconnect-failed event (R9-05). */
export const websocketReconnectAttempts = 5;
/** Timeout of one request over the WebSocket (R9-06). */
export const websocketRequestTimeoutMs = 30_000;

// Requests

/** Largest body of a public call. */
export const publicBodyMaxBytes = 16_384;
/** Largest body of any other call, unless its endpoint sets another size. */
export const bodyMaxBytes = 65_536;
/** Largest body of a call that takes a prompt of {@link aiPromptMaxLength} characters. */
export const promptBodyMaxBytes = 1_048_576;
/** Deepest nesting of arrays and objects in a body. */
export const bodyDepthMax = 32;
/** Maximum number of values in a body: a conversation of 1,000 messages has about 3,000. */
export const bodyMaxValueCount = 20_000;
/** Maximum number of issues in a validation response. */
export const validationIssuesMax = 50;
/** Longest path of an issue, in characters; longer ones are truncated. */
export const validationPathMax = 100;
/** Time limit for the headers of a request, and then for its body unless it is an upload. */
export const requestTimeoutMs = 30 * secondMs;
/**
 * Open connections per network address, unless configured otherwise. An organization of 60 workstations behind one
 * address needs 420: a WebSocket and six HTTP connections each.
 */
export const ipAddressMaxConnectionCount = 1_000;
/** Open WebSockets per person, and per organization, in one process, unless configured otherwise. */
export const personMaxSocketCount = 20;
export const organizationMaxSocketCount = 2_000;

// Sessions

/** Default token refresh interval (R9-08). */
export const refreshIntervalMs = 300_000;
/** Tick of the session monitor and of the activity check (R9-09). */
export const sessionMonitorTickMs = 60 * secondMs;
/** Inactivity after which a session ends, in the browser and on the server (R9-07, R9-10). */
export const sessionIdleMs = 30 * minuteMs;
/** The token is refreshed when less than this time remains (R9-11). */
export const refreshThresholdMs = 5 * minuteMs;
/** The warning dialog opens when at most this much time remains, and counts down from it (R9-12). */
export const warningThresholdMs = 300 * secondMs;
/** Debounce of the activity record (R9-13). */
export const activityDebounceMs = 1 * secondMs;
/** Oldest activity that a refresh may report; the session has ended by then anyway. */
export const lastActivityMaxAgeMs = 24 * hourMs;
/** Absolute length of a session (R9-14). */
export const sessionLengthMs = 24 * hourMs;
/** Absolute length of a session with remember-me (R9-15). */
export const rememberedSessionLengthMs = 7 * dayMs;

// Limits that an organization may configure, within those of the platform

/** Range of an organization's idle timeout in minutes; the maximum is the platform's. */
export const sessionIdleMinutesMin = 5;
export const sessionIdleMinutesMax = sessionIdleMs / minuteMs;
/** Range of an organization's session length in hours; the maximum is the platform's. */
export const sessionHoursMin = 1;
export const sessionHoursMax = sessionLengthMs / hourMs;
/** Default number of days for which an invitation is valid. */
export const invitationDaysDefault = 7;
/** Maximum number of days an organization may keep an invitation valid. */
export const invitationDaysMax = 30;
/** Default and maximum number of days an external member has access. */
export const externalAccessDaysDefault = 90;
export const externalAccessDaysMax = 365;
/** Time during which a deleted organization can be restored. */
export const organizationRestoreWindowMs = 30 * dayMs;
/** The longest notice of the end of a contract, in calendar months. */
export const noticeMonthsMax = 2;
/** Time during which the data of an organization can still be read and exported after the end of its contract. */
export const contractRetrievalMs = 30 * dayMs;
/** Time during which the addresses that receive the deletion certificate of an organization are kept. */
export const certificateRecipientsMs = 30 * dayMs;
/** Longest range of a usage query: one year. */
export const usageRangeMaxMs = 366 * dayMs;
/** Maximum number of sites and departments of an organization, and of members assigned to a site by one call. */
export const sitesMax = 200;
export const departmentsMax = 500;
export const siteAssignmentMax = 100;

// Webhooks

/** Maximum number of webhooks per organization, and of custom headers and event types per webhook. */
export const webhooksMax = 10;
export const webhookHeadersMax = 5;
export const webhookEventTypesMax = 200;
/** Hours during which a replaced secret still signs deliveries: the default and the maximum. */
export const webhookSecretOverlapHours = 24;
export const webhookSecretOverlapHoursMax = 168;
/** Test deliveries of an organization per minute. */
export const webhookTestsPerMinute = 10;
/** Time during which deliveries stay in the log. */
export const webhookRetentionMs = 30 * dayMs;
/** Time for which a webhook fails before its administrators are warned, and before it is disabled. */
export const webhookWarningMs = 4 * dayMs;
export const webhookDisablingMs = 5 * dayMs;
/** A webhook with fewer failures than this is not disabled. */
export const webhookDisablingFailures = 20;

// Second factor and step-up

/**
 * Time during which a step-up is valid for sensitive actions; also the maximum age of a second factor for disabling it.
 */
export const stepUpMs = 10 * minuteMs;
/** Lifetime of a pending two-factor secret. */
export const twoFactorSetupMs = 10 * minuteMs;
/** Lifetime of the first step of a sign-in. */
export const secondStepMs = 5 * minuteMs;
/** Attempts per first step. */
export const secondStepMaxAttempts = 5;
/** Lifetime of a recovery code. */
export const recoveryCodeMs = 15 * minuteMs;
/** A day code is valid for the rest of the organization's day, at most this long. */
export const dayCodeMaxMs = 12 * hourMs;
/** Attempts per recovery code. */
export const recoveryCodeMaxAttempts = 5;
/** Lifetime of a password reset link. */
export const passwordResetMs = 30 * minuteMs;
/** Lifetime of a passkey challenge. */
export const passkeyChallengeMs = 5 * minuteMs;
/** Default number of minutes until a shared workstation locks itself. */
export const autoLockDefaultMinutes = 5;
/** Number of backup codes per set; the first character of a code is its index, so there can be at most ten. */
export const backupCodeCount = 10;
/** Warn about backup codes when this many or fewer are left. */
export const backupCodesWarning = 3;

// In-app notifications and message boxes

/** Interval of the check for expired notifications (R9-16). */
export const notificationExpiryCheckMs = 100;
/** Stored notifications older than this are dropped on load (R9-17); the server keeps them for the same time. */
export const notificationRetentionOnLoadMs = 30 * dayMs;
/** Notifications older than this are removed by the regular cleanup (R9-18). */
export const notificationRetentionMs = 7 * dayMs;
/** Interval of that cleanup (R9-19). */
export const notificationCleanupIntervalMs = 1 * hourMs;
/** A notification younger than this is recent (R9-20). */
export const notificationRecentMs = 24 * hourMs;
/** Time during which a global error is shown (R9-21). */
export const globalErrorMs = 5 * secondMs;
/** An error box that is neither persistent nor dismissible hides after this time (R9-22). */
export const errorBoxAutoHideMs = 10 * secondMs;
/** A success box hides after this time (R9-23). */
export const successBoxAutoHideMs = 5_000;

// Sizes, pages and quantities

/** Maximum upload size, inclusive (R9-24). */
export const maxUploadBytes = 10_485_760;
/** Maximum number of concurrent uploads of one person. */
export const uploadsPerPerson = 3;
/** Maximum number of concurrent uploads of one organization; half of {@link uploadsInMemory}. */
export const uploadsPerOrganization = 8;
/** Maximum number of uploads that one process keeps in memory. */
export const uploadsInMemory = 16;
/** Concurrent calls of one person besides AI calls, unless configured otherwise. A browser sends 6 to 100 at once. */
export const callsPerPerson = 128;
/** Concurrent calls of one organization besides AI calls, unless configured otherwise. */
export const callsPerOrganization = 512;
/** Concurrent calls of one process besides AI calls, unless configured otherwise. */
export const callsPerProcessCount = 2_000;
/** Concurrent AI calls of one person, unless configured otherwise. */
export const aiCallsPerPerson = 6;
/** Concurrent AI calls of one organization, unless configured otherwise. */
export const aiCallsPerOrganization = 60;
/** Concurrent AI calls of one process, unless configured otherwise. */
export const aiCallsPerProcessCount = 2_000;
/** Calls per hour and person to each endpoint that leaves permanent rows. */
export const selfServiceChangesPerHour = 120;
/** Tickets and challenges per hour and person, for each endpoint that issues them. */
export const ticketsPerPersonPerHour = 600;
/** Window of the limits that endpoints set per person. */
export const personRateWindowMs = 1 * hourMs;
/** Longest prompt, in characters. */
export const aiPromptMaxLength = 200_000;
/** Maximum size of a person's preferences as JSON: columns, saved views and sidebar. */
export const preferencesMaxBytes = 16_384;
/** Maximum number of lists for which a person has preferences, and of columns and saved views per list. */
export const listsWithPreferencesMax = 30;
export const listColumnsMax = 40;
export const savedViewsMax = 20;
/** Width of a column, in CSS pixels. */
export const listColumnWidthMinPx = 40;
export const listColumnWidthMaxPx = 1_000;
/** Maximum lengths of a saved view's name and of its query string. */
export const savedViewNameMaxLength = 60;
export const savedViewQueryMaxLength = 2_000;
/** Default page size (R9-27). */
export const defaultPageSize = 20;
/** Minimum page size. */
export const minPageSize = 1;
/** Maximum page size. */
export const maxPageSize = 100;
/** Users of an organization if neither tenant limit nor plan sets a number (R9-28). */
export const defaultMaxUsers = 10;
/** Security score while no check has run, 0 to 100 (R9-31). */
export const defaultSecurityScore = 85;
/** An account without a sign-in for this long counts as idle in the security score. */
export const idleAccountMs = 90 * dayMs;
/** An unused invitation or temporary password of this age lowers the security score. */
export const unusedAccountMs = 7 * dayMs;
/** Time during which a device counts as new after its first sign-in. */
export const newDeviceWindowMs = 7 * dayMs;
/** Time during which a user counts as working at a workstation after their last sign-in there. */
export const workstationUseWindowMs = 90 * dayMs;
/** Maximum number of notifications and organizations in the start data. */
export const initialNotificationCount = 100;
export const startOrganizations = 20;
/** Entries of "recent activity" (R9-33). */
export const recentActivityEntries = 10;
/** Concurrent bulk invitations (R9-34). */
export const bulkInviteBatchSize = 5;
/** Delay between two batches of bulk invitations (R9-35). */
export const bulkInvitePauseMs = 100;
/** Maximum number of addresses of one bulk invitation. */
export const bulkInviteMax = 500;
/** Time before the end of a limited membership at which the administrators are notified. */
export const accessExpiryNoticeMs = dayMs;
/** Displayed entries of the transfer history; the audit log keeps all (R9-36). */
export const transferHistoryEntries = 50;
/** Time during which a transfer can be undone (R7u-22). */
export const transferUndoWindowMs = 24 * hourMs;
/** Entries of the operation history (R9-37). */
export const operationHistoryEntries = 100;
/** Maximum number of members listed in an organization's usage and in its quota, and changed by one call. */
export const usageMaxPeopleListed = 100;
export const quotaMaxPeopleListed = 500;
export const quotaMaxPeopleChanged = 100;
/**
 * Tokens that a second of audio counts as, so that dictation and chat share one budget: the rate at which
 * current audio models process speech.
 */
export const audioTokensPerSecond = 10;
/** Number of providers shown as top providers (R9-38). */
export const topProviderCount = 5;
/** A limit is being approached when usage is above, not at, this share of it, 0 to 1 (R9-46 to R9-49). */
export const approachingLimitRatio = 0.8;

// Plans, periods, exports, tokens

/** Plan of a new organization; it cannot be selected (R9-29). */
export const defaultPlan = "starter";
/** Plans that can be selected (R9-30). */
export const cataloguePlans = ["basic", "professional", "enterprise"] as const;
/** Days of a trial. */
export const trialDays = 30;
/** Days before the end of a trial at which its administrators are reminded. */
export const trialReminderDays = [7, 1] as const;
/** Days without a sign-in after which a tenant counts as inactive. */
export const tenantInactiveDays = 30;
/** Periods of the billing calls: this calendar month and the previous one (R9-39). */
export const billingPeriods = ["current", "month"] as const;
/** Periods of the tenant views (R9-40). */
export const tenantPeriods = ["7d", "30d", "90d", "year"] as const;
/** Formats of every export (R9-41 to R9-43). */
export const exportFormats = ["csv", "json"] as const;
/** A token that expires within this time is "expiring soon" (R9-32). */
export const tokenExpiringSoonMs = 24 * hourMs;
/** Default scopes of an organization token (R9-44). */
export const defaultTokenScopes = ["read", "write", "profile"] as const;
/** Default application of an organization token (R9-45). */
export const defaultApplicationId = "web-portal";
/** Type of that application (R9-45). */
export const defaultApplicationType = "web";

// Sign-in

/** Minimum password length (R9-50). */
export const passwordMinLength = 8;
/** Maximum password length (R5-33). */
export const passwordMaxLength = 128;
/** Digits of a two-factor code (R9-51). */
export const twoFactorCodeDigits = 6;
/** Failures of one login name within `loginFailureWindowMs` that lock it (R5-02). */
export const loginFailuresBeforeLock = 10;
/** Window in which login failures are counted (R5-02). */
export const loginFailureWindowMs = 15 * minuteMs;
/** Duration of the first lock; doubles with each further one (R5-02). */
export const loginLockMs = 15 * minuteMs;
/** Maximum duration of a lock (R5-02). */
export const loginLockMaxMs = 24 * hourMs;
/** Failed logins per network address within `loginFailureWindowMs`; successful ones do not count. */
export const loginFailuresPerIpAddress = 100;
/** Passkey challenges per network address within `loginFailureWindowMs` before sign-in. */
export const passkeyChallengesPerIpAddress = 300;
/** Password resets per mailbox and hour. */
export const passwordResetsPerMailboxPerHour = 5;
/** Password resets per network address and hour. */
export const passwordResetsPerIpAddressPerHour = 30;
/** Reset links per hour that one administrator may send to one mailbox, and to all mailboxes together. */
export const resetLinksPerMailboxPerHour = 5;
export const resetLinksPerAdministratorPerHour = 60;
/** Mails to unconfirmed addresses per day that one person may cause; large enough for a bulk invitation. */
export const externalMailsPerPersonPerDay = 600;
/** The same limit for one organization. */
export const externalMailsPerOrganizationPerDay = 600;
/** The same limit for one organization, or for one person's own changes, to one mailbox. */
export const externalMailsPerRecipientPerDay = 5;
/** The same limit for one mailbox, regardless of the sender. */
export const externalMailsPerMailboxPerDay = 20;
/** New e-mail addresses per day that one person may request for themselves. */
export const emailChangesPerPersonPerDay = 10;
/** Lifetime of an access token. */
export const accessTokenMs = 10 * minuteMs;
/** Lifetime of an application's refresh token; restarts with each renewal. */
export const orgTokenRefreshMs = 30 * dayMs;
/** Age at which an application must ask the user again, regardless of renewals. */
export const orgTokenMaxAgeMs = 90 * dayMs;
/** Time during which a revoked application token stays in the list. */
export const orgTokenRevokedRetentionMs = 30 * dayMs;
/** Minimum interval between updates of an application token's last use. */
export const orgTokenUseIntervalMs = minuteMs;
/** Invalid tokens per network address within `loginFailureWindowMs`, when validating or renewing. */
export const orgTokenFailuresPerIpAddress = 300;
/** Number of organizations listed as those with the most tokens. */
export const topTokenOrganizationCount = 5;
/** Number of applications listed in the token statistics; search finds the others. */
export const tokenApplicationCount = 20;
/** Lifetime of a single-use WebSocket or download ticket. */
export const ticketMs = 30 * secondMs;
/** Longest path, with its query, of a file that is downloaded with a ticket. */
export const downloadPathMaxLength = 4_000;
/** Lifetime of a single-use ticket for an AI stream. */
export const aiStreamTicketMs = 60 * secondMs;
/** Lifetime of a password-reset or first-setup link. */
export const oneTimeLinkMs = 30 * minuteMs;
/** Default lifetime of an invitation; it takes a seat while it is open. */
export const invitationMs = invitationDaysDefault * dayMs;
/** Lifetime of a new member's temporary password, counted from the start of their first day. */
export const temporaryPasswordMs = 72 * hourMs;
/** Lifetime of a link that confirms or withdraws a new e-mail address. */
export const emailLinkMs = 24 * hourMs;
/** Time during which the response for an Idempotency-Key is kept. */
export const idempotencyKeyMs = 24 * hourMs;
/** Time during which a draft of an invoice can be checked before it becomes final. */
export const invoiceDraftMs = 3 * dayMs;
/** Number of invoice runs, and of direct debit files, that are listed. */
export const invoiceRunsListed = 24;
/** Time during which the files of an evidence folder exist. */
export const evidenceFilesMs = 24 * hourMs;
/** Number of archives of an organization that cloud sync keeps, unless configured otherwise. */
export const cloudSyncKeptCount = 14;
/** Largest archive that cloud sync stores: the most that S3-compatible storage accepts in one request. */
export const cloudSyncMaxBytes = 5 * 1024 ** 3;

// Other

/** Features that are on unless configured otherwise (R9-52 to R9-54). */
export const featureDefaults = {
  twoFactor: true,
  legacy: true,
  websocket: true,
  serviceWorker: true,
} as const;
/** Timeout of the legacy server's health check (R9-55). */
export const legacyHealthTimeoutMs = 3 * secondMs;
/** Time during which the result of a health check of the legacy server is reused. */
export const legacyHealthCacheMs = 10 * secondMs;
/** Timeout of every other call to the legacy server. */
export const legacyCallTimeoutMs = 10 * secondMs;
/** Largest response of the legacy server. */
export const legacyAnswerMaxBytes = 2 * 1024 ** 2;
/** Longest text in a call to the legacy server or in its response. */
export const legacyTextMaxLength = 500;
/** Time during which a session stays signed in to the legacy server. */
export const legacySessionMs = 8 * hourMs;
