/** Purpose of the calls of each feature; a test keeps the list complete. */
export const tagDescriptions: { readonly [feature: string]: string } = {
  ai: "AI calls of an organization, providers with their models and prices, stopping AI, and the OpenAI-compatible calls.",
  aiInstruction: "The instruction that members have to confirm before they use AI, and their confirmations.",
  aiTemplates:
    "Prompt templates of the caller and of an organization, and the names of its members that are marked in prompts.",
  audit: "The audit log of an organization and of the platform: reading, exporting and checking it.",
  auth: "Signing in and out, checking and renewing a session, changing the caller's password.",
  backgroundWork: "Failed messages and jobs of the platform, which the operator retries.",
  billing: "Quota and costs of an organization, by month and as a file.",
  cloudSync:
    "Encrypted copies of all data of a tenant in the operator's storage: schedule, key, state, and a copy on demand.",
  emergencyCode: "The printed code that unlocks an administrator of an organization once.",
  evidence:
    "Evidence folders of an organization for inspections: creating them, their progress and their files.",
  invoices:
    "Invoices of an organization, and the operator's master data, tax rates, invoice runs, drafts and credit notes.",
  departments: "Departments of an organization: creating, renaming, merging and deleting them.",
  workstation: "The lock screen of a shared workstation: locking, unlocking and switching users.",
  legacy:
    "Classic mode: signing in to the legacy practice server, and reading its practice, patients and test descriptions.",
  members: "Inviting users to an organization, changing their role there and removing them.",
  notifications: "The caller's notifications on all devices: reading, marking and deleting them.",
  organizations:
    "Organizations: creating, changing, deleting and restoring them, with their seats, figures and history.",
  orgTokens:
    "Tokens of applications for an organization: issuing, renewing, checking, listing and revoking them.",
  ownData: "All data that is stored about the caller, as a file.",
  passkeys: "Passkeys of the caller, and signing in, unlocking and confirming an identity with one.",
  passwordReset: "Setting a new password with a mailed link or a one-time code.",
  payments:
    "The SEPA mandate of an organization, and the operator's payments, bank statements, direct debits and reminders.",
  preferences: "The caller's columns, saved views and sidebar, the same on all devices.",
  sessions: "The caller's sessions on all devices.",
  setup: "First start of a portal: first administrator, first organization, first member.",
  sites: "Sites of an organization and the users who work there.",
  reviews:
    "Regular reviews of what the members of an organization may do, with a decision about each of them.",
  staff: "Onboarding and offboarding of employees, with a checklist for each.",
  start: "All data that the web app needs when it starts, in one response.",
  tenants: "State of the platform, and suspending a tenant or ending its suspension.",
  twoFactor:
    "The caller's second factor: enabling, using and disabling it, and confirming an identity again.",
  usage: "AI usage of an organization, by provider, by user and by day.",
  userSecurity: "Security of another user's account: locks, blocks, sessions, passwords and second factor.",
  users: "Users of an organization with their roles and transfers, and the caller's own profile.",
  webhooks:
    "Webhooks of an organization: endpoints, event types, secrets, the delivery log, and resending deliveries.",
  workstations: "Shared workstations of an organization.",
};
