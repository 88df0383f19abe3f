/**
 * Business constants and limits, each once and named with its unit. Rows of specification section 9 first,
 * then the limits our own decisions add. Languages are in `languages.ts`, permissions in `permissions.ts`.
 * Nothing else in the repository may repeat one of these numbers.
 */

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// Calls

/** Time-out of a call by the browser client (R9-01). */
export const apiTimeoutMs = 30_000;
/** How often the browser client tries again: GET and calls with an Idempotency-Key only (R9-02). */
export const apiRetryAttempts = 3;
/** Pause before each further try (R9-02). */
export const apiRetryDelayMs = 1_000;

// Websocket

/** Heartbeat interval (R9-03). */
export const websocketHeartbeatMs = 30_000;
/** First reconnect delay; doubles with each try (R9-04). */
export const websocketReconnectDelayMs = 1_000;
/** Upper bound of the reconnect delay (R9-04). */
export const websocketReconnectDelayMaxMs = 30_000;
/** Reconnect attempts before the reconnect-failed event (R9-05). */
export const websocketReconnectAttempts = 5;
/** Time-out of one request over the websocket (R9-06). */
export const websocketRequestTimeoutMs = 30_000;

// Requests

/** Largest body of a call that anybody may make. */
export const publicBodyMaxBytes = 16_384;
/** Largest body of any other call, unless its endpoint names another size. */
export const bodyMaxBytes = 65_536;
/** Largest body of a call that takes a prompt of {@link aiPromptMaxLength} characters. */
export const promptBodyMaxBytes = 1_048_576;
/** Deepest nesting of arrays and objects in a body. */
export const bodyDepthMax = 32;
/** Most values in a body: a conversation of 1,000 messages has about 3,000. */
export const bodyMaxValueCount = 20_000;
/** Most issues of a validation answer. */
export const validationIssuesMax = 50;
/** Longest path of an issue, in characters; longer ones are cut. */
export const validationPathMax = 100;
/** Within this the headers of a request must arrive, and then its body unless it is an upload. */
export const requestTimeoutMs = 30 * secondMs;
/**
 * Open connections of one network address, unless configured otherwise. A practice of 60 workstations behind one address
 * needs 420: a websocket and six HTTP connections each.
 */
export const addressMaxConnectionCount = 1_000;
/** Open websockets of one person, and of the people of one practice, in one process, unless configured otherwise. */
export const personMaxSocketCount = 20;
export const practiceMaxSocketCount = 2_000;

// Sessions

/** Default session time-out (R9-07). */
export const sessionTimeoutMs = 1_800_000;
/** Default token refresh interval (R9-08). */
export const refreshIntervalMs = 300_000;
/** Tick of the session monitor and of the activity check (R9-09). */
export const sessionMonitorTickMs = 60 * secondMs;
/** Inactivity after which a session ends, on the server as well (R9-10). */
export const sessionIdleMs = 30 * minuteMs;
/** The token is refreshed when less than this remains (R9-11). */
export const refreshThresholdMs = 5 * minuteMs;
/** The warning dialog opens when at most this remains; also where its countdown starts (R9-12). */
export const warningThresholdMs = 300 * secondMs;
/** Debounce of the activity record (R9-13). */
export const activityDebounceMs = 1 * secondMs;
/** Oldest activity that a refresh may report; older makes no difference, the session is over then. */
export const lastActivityAgoMaxMs = 24 * hourMs;
/** Absolute length of a session (R9-14). */
export const sessionLengthMs = 24 * hourMs;
/** Absolute length of a session with remember-me (R9-15). */
export const rememberedSessionLengthMs = 7 * dayMs;

// What a practice may choose; never beyond what the platform allows

/** Fewest and most minutes without activity after which a practice's sessions end; the most is the platform's. */
export const sessionIdleMinutesMin = 5;
export const sessionIdleMinutesMax = sessionIdleMs / minuteMs;
/** Fewest and most hours of a practice's sessions; the most is the platform's. */
export const sessionHoursMin = 1;
export const sessionHoursMax = sessionLengthMs / hourMs;
/** Days an invitation stays open, unless the practice says otherwise. */
export const invitationDaysDefault = 7;
/** Most days an invitation of a practice may stay open. */
export const invitationDaysMax = 30;
/** Days an external person works in a practice, unless the practice says otherwise, and the most it can say. */
export const externalAccessDaysDefault = 90;
export const externalAccessDaysMax = 365;
/** A deleted practice can be brought back for so long. */
export const organizationRestoreMs = 30 * dayMs;
/** Longest time of one question about usage: a year. */
export const usageRangeMaxMs = 366 * dayMs;
/** Most sites and departments of one practice, and most people that one call assigns to a site. */
export const sitesMax = 200;
export const departmentsMax = 500;
export const siteAssignmentMax = 100;

// Second factor and proofs of identity

/** How long a proof of identity opens risky actions; also how recent a second factor must be to be switched off. */
export const stepUpMs = 10 * minuteMs;
/** How long a pending two-factor secret waits for its first code. */
export const twoFactorSetupMs = 10 * minuteMs;
/** Life of the first step of a sign-in. */
export const secondStepMs = 5 * minuteMs;
/** Codes that one first step allows. */
export const secondStepTries = 5;
/** Life of a one-time code given by an administrator. */
export const rescueCodeMs = 15 * minuteMs;
/** Tries at a one-time code. */
export const rescueCodeTries = 5;
/** Life of a link to set a new password. */
export const passwordResetMs = 30 * minuteMs;
/** Life of a passkey challenge. */
export const passkeyChallengeMs = 5 * minuteMs;
/** Minutes until a shared screen locks itself, unless its practice says otherwise. */
export const autoLockDefaultMinutes = 5;
/** Backup codes somebody gets at once; the first character of a code is its number, so there are no more than ten. */
export const backupCodeCount = 10;
/** Warn about backup codes when so many or fewer are left. */
export const backupCodesWarning = 3;

// In-app notifications and message boxes

/** How often expired notifications are looked for (R9-16). */
export const notificationExpiryCheckMs = 100;
/** Stored notifications older than this are dropped on load (R9-17). */
export const notificationRetentionOnLoadMs = 30 * dayMs;
/** Notifications older than this are removed by the regular cleanup (R9-18). */
export const notificationRetentionMs = 7 * dayMs;
/** Interval of that cleanup (R9-19). */
export const notificationCleanupIntervalMs = 1 * hourMs;
/** A notification younger than this is recent (R9-20). */
export const notificationRecentMs = 24 * hourMs;
/** How long a global error is shown (R9-21). */
export const globalErrorMs = 5 * secondMs;
/** An error box that is neither persistent nor dismissible hides after this (R9-22). */
export const errorBoxAutoHideMs = 10 * secondMs;
/** A success box hides after this (R9-23). */
export const successBoxAutoHideMs = 5_000;

// Sizes, pages and amounts

/** Largest upload, inclusive (R9-24). */
export const maxUploadBytes = 10_485_760;
/** Uploads of one person that are received at the same time. */
export const uploadsPerPerson = 3;
/** Uploads of one practice that are received at the same time; half of {@link uploadsKept}. */
export const uploadsPerPractice = 8;
/** Uploads that one process holds in memory at the same time. */
export const uploadsKept = 16;
/** AI calls of one person that run at the same time, unless the operator says otherwise. */
export const aiCallsPerPerson = 6;
/** AI calls of one practice that run at the same time, unless the operator says otherwise. */
export const aiCallsPerPractice = 60;
/** Calls per hour by which one person leaves permanent rows about themselves, for each such call. */
export const ownChangesPerHour = 120;
/** Tickets and challenges per hour that one person asks for, for each such call. */
export const ownTicketsPerHour = 600;
/** Window of the limits that endpoints set per person. */
export const personRateWindowMs = 1 * hourMs;
/** Longest prompt, in characters. */
export const aiPromptMaxLength = 200_000;
/** Entries of a page when the request names none (R9-27). */
export const defaultPageSize = 20;
/** Smallest page size a request may name. */
export const minPageSize = 1;
/** Largest page size a request may name. */
export const maxPageSize = 100;
/** Users of an organization when neither tenant limit nor plan name a number (R9-28). */
export const defaultMaxUsers = 10;
/** Security score while no check has run, 0 to 100 (R9-31). */
export const defaultSecurityScore = 85;
/** An account nobody signed in to for this long counts as idle in the security score. */
export const idleAccountMs = 90 * dayMs;
/** An invitation or a start password nobody used for this long lowers the security score. */
export const longUnusedMs = 7 * dayMs;
/** A device is called new for so long after the first sign-in on it. */
export const newDeviceMs = 7 * dayMs;
/** So long a person counts as working at a device after her last sign-in there. */
export const workstationUseMs = 90 * dayMs;
/** Entries of "recent activity" (R9-33). */
export const recentActivityEntries = 10;
/** Bulk invitations in flight at once (R9-34). */
export const bulkInviteBatchSize = 5;
/** Pause between two batches of bulk invitations (R9-35). */
export const bulkInvitePauseMs = 100;
/** Most addresses of one bulk invitation; a practice has no more seats to give at once. */
export const bulkInviteMax = 500;
/** So long before a limited membership ends its administrators are told. */
export const accessEndNoticeMs = dayMs;
/** Entries of the transfer history kept for display; the audit log keeps all (R9-36). */
export const transferHistoryEntries = 50;
/** How long a transfer can be undone (R7u-22). */
export const transferUndoMs = 24 * hourMs;
/** Entries of the operation history (R9-37). */
export const operationHistoryEntries = 100;
/** People named in the usage of a practice, and in its limits; one change names at most so many. */
export const usagePeopleShown = 100;
export const quotaPeopleShown = 500;
export const quotaPeopleMax = 100;
/**
 * Tokens that a second of audio counts as in limits, so that dictation and chat share one budget: the rate at which
 * the audio models of today read speech.
 */
export const audioTokensPerSecond = 10;
/** Providers shown as top providers (R9-38). */
export const topProvidersShown = 5;
/** A limit is being approached when usage is above, not at, this share of it, 0 to 1 (R9-46 to R9-49). */
export const approachingLimitRatio = 0.8;

// Plans, periods, exports, tokens

/** Plan of a new organization; it cannot be selected (R9-29). */
export const defaultPlan = "starter";
/** Plans that can be selected (R9-30). */
export const cataloguePlans = ["basic", "professional", "enterprise"] as const;
/** Periods of the billing calls: this calendar month and the previous one (R9-39). */
export const billingPeriods = ["current", "month"] as const;
/** Periods of the tenant views (R9-40). */
export const tenantPeriods = ["7d", "30d", "90d", "year"] as const;
/** Formats of every export (R9-41 to R9-43). */
export const exportFormats = ["csv", "json"] as const;
/** A token that expires within this is "expiring soon" (R9-32). */
export const tokenExpiringSoonMs = 24 * hourMs;
/** Scopes of an organization token when none are asked for (R9-44). */
export const defaultTokenScopes = ["read", "write", "profile"] as const;
/** Application of an organization token when none is named (R9-45). */
export const defaultApplicationId = "web-portal";
/** Type of that application (R9-45). */
export const defaultApplicationType = "web";

// Sign-in

/** Fewest characters of a password (R9-50). */
export const passwordMinLength = 8;
/** Most characters of a password (R5-33). */
export const passwordMaxLength = 128;
/** Digits of a two-factor code (R9-51). */
export const twoFactorCodeDigits = 6;
/** Failures of one login name within `loginFailureWindowMs` that lock it (R5-02). */
export const loginFailuresUntilLock = 10;
/** Window in which login failures are counted (R5-02). */
export const loginFailureWindowMs = 15 * minuteMs;
/** First lock; each further one doubles (R5-02). */
export const loginLockMs = 15 * minuteMs;
/** Upper bound of the lock (R5-02). */
export const loginLockMaxMs = 24 * hourMs;
/** Failed logins of one network address within `loginFailureWindowMs`; successful ones do not count. */
export const loginFailuresPerAddress = 100;
/** Passkey challenges that one network address may ask for within `loginFailureWindowMs` before signing in. */
export const passkeyChallengesPerAddress = 300;
/** Password resets per hour for one mailbox. */
export const passwordResetsPerMailboxPerHour = 5;
/** Password resets per hour from one network address. */
export const passwordResetsPerAddressPerHour = 30;
/** Reset links per hour that one administrator sends to one mailbox, and to all mailboxes together. */
export const resetLinksPerMailboxPerHour = 5;
export const resetLinksPerAdministratorPerHour = 60;
/** Mails per day to addresses that their owners have not confirmed, by one person; a bulk invitation fits in. */
export const strangerMailsPerPersonPerDay = 600;
/** The same of one practice. */
export const strangerMailsPerPracticePerDay = 600;
/** The same of one practice, or of one person about themselves, to one mailbox. */
export const strangerMailsPerRecipientPerDay = 5;
/** The same from everywhere to one mailbox. */
export const strangerMailsPerMailboxPerDay = 20;
/** New e-mail addresses that one person asks for per day for themselves. */
export const addressChangesPerPersonPerDay = 10;
/** Life of an access token. */
export const accessTokenMs = 10 * minuteMs;
/** Life of an application's refresh token; each renewal begins it again. */
export const orgTokenRefreshMs = 30 * dayMs;
/** Age at which an application has to ask the person again, however often it renewed its token. */
export const orgTokenMaxAgeMs = 90 * dayMs;
/** How long a revoked token of an application stays in the list. */
export const orgTokenRevokedRetentionMs = 30 * dayMs;
/** How often the last use of an application's token is written at most. */
export const orgTokenUseIntervalMs = minuteMs;
/** Wrong tokens from one network address within `loginFailureWindowMs`, when validating or renewing. */
export const orgTokenFailuresPerAddress = 300;
/** Organizations shown as those with the most tokens. */
export const topTokenOrganizationsShown = 5;
/** Applications named in the figures of tokens; more are found by the search. */
export const tokenApplicationsShown = 20;
/** Life of a websocket or download ticket, usable once. */
export const ticketMs = 30 * secondMs;
/** Life of a ticket for the stream of an AI answer, usable once. */
export const aiStreamTicketMs = 60 * secondMs;
/** Life of a password-reset or first-setup link. */
export const oneTimeLinkMs = 30 * minuteMs;
/** Life of an invitation; it takes a seat as long. */
export const invitationMs = invitationDaysDefault * dayMs;
/** Life of the one-time password of somebody who joins, counted from the begin of her first day. */
export const startPasswordMs = 72 * hourMs;
/** Life of a link that confirms or withdraws a new e-mail address. */
export const emailLinkMs = 24 * hourMs;
/** How long the answer to an Idempotency-Key is remembered. */
export const idempotencyKeyMs = 24 * hourMs;

// Others

/** Features that are on unless configured otherwise (R9-52 to R9-54). */
export const featureDefaults = { twoFactor: true, legacy: true, websocket: true } as const;
/** Time-out of the legacy server's health check (R9-55). */
export const legacyHealthTimeoutMs = 3 * secondMs;
