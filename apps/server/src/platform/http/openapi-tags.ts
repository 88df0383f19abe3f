/** What the calls of each feature are for; a test keeps the list complete. */
export const tagDescriptions: { readonly [feature: string]: string } = {
  ai: "AI calls of a practice, providers with their models and prices, stopping AI, and the OpenAI-compatible calls.",
  audit: "The audit log of a practice and of the platform: reading, exporting and checking it.",
  auth: "Signing in and out, checking and renewing a session, changing the caller's password.",
  billing: "Quota and costs of a practice, by month and as a file.",
  departments: "Departments of a practice: creating, renaming, merging and deleting them.",
  workstation: "The lock screen of a shared workstation: locking, unlocking and switching users.",
  members: "Inviting users into a practice, changing their role there and removing them.",
  notifications: "The caller's notifications on all devices: reading, marking and deleting them.",
  organizations:
    "Practices: creating, changing, deleting and restoring them, with their seats, figures and history.",
  orgTokens: "Tokens of applications for a practice: issuing, renewing, checking, listing and revoking them.",
  passkeys: "Passkeys of the caller, and signing in, unlocking and confirming an identity with one.",
  passwordReset: "Setting a new password with a mailed link or a one-time code.",
  preferences: "The caller's columns, saved views and sidebar, the same on all devices.",
  sessions: "The caller's sessions on all devices.",
  setup: "First start of a portal: first administrator, first practice, first member.",
  sites: "Sites of a practice and the users who work there.",
  staff: "Joining and leaving a practice, with a checklist for each employment.",
  tenants: "State of the platform, and suspending a tenant or ending its suspension.",
  twoFactor:
    "The caller's second factor: enabling, using and disabling it, and confirming an identity again.",
  usage: "AI usage of a practice, by provider, by user and by day.",
  userSecurity: "Security of another user's account: locks, blocks, sessions, passwords and second factor.",
  users: "Users of a practice with their roles and transfers, and the caller's own profile.",
  workstations: "Shared workstations of a practice.",
};
