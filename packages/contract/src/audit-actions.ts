/**
 * All actions of audit entries. Endpoints and audit drafts are typed with this list, so a missing action does
 * not compile; the web app has a text for each. Never rename or remove an action once released: entries are
 * kept for years.
 */
export const auditActions = [
  // Sign-in and sign-out. A failed or refused attempt has the same action with another outcome.
  "auth.login",
  "auth.logout",
  // A retired refresh secret was used: there is a copy of it.
  "auth.refresh_reused",
  "auth.step_up",
  "auth.locked",
  "auth.unlocked",
  "auth.session_ended",
  "auth.password_reset_requested",
  // Second factors, and an administrator's help for a user who lost theirs.
  "user.two_factor_enabled",
  "user.two_factor_disabled",
  "user.two_factor_reset",
  "user.backup_code_used",
  "user.backup_codes_renewed",
  "user.passkey_added",
  "user.passkey_renamed",
  "user.passkey_removed",
  "user.rescue_code_created",
  "user.rescue_code_used",
  "user.password_set",
  "user.password_reset",
  "user.unlocked",
  "user.blocked",
  "user.unblocked",
  "user.connections_reset",
  // Tokens of other applications.
  "token.created",
  "token.revoked",
  "token.refresh_reused",
  "token.organization_revoked",
  "token.cleaned_up",
  "token.exported",
  // Shared workstations.
  "workstation.updated",
  "workstation.removed",
  // Users. `user.updated` is a change by an administrator, `user.profile_updated` by the users themselves.
  "user.created",
  "user.updated",
  "user.profile_updated",
  "user.role_changed",
  "user.deleted",
  // A list of users was exported as a file.
  "user.exported",
  "user.password_changed",
  "user.email_change_requested",
  "user.email_change_withdrawn",
  "user.email_changed",
  // Membership. A transfer is recorded in the logs of both organizations.
  "user.transferred",
  "user.transfer_undone",
  "member.added",
  "member.removed",
  "member.invitation_resent",
  "member.invitation_accepted",
  // Organizations.
  "organization.created",
  "organization.updated",
  "organization.suspended",
  "organization.reactivated",
  "organization.deleted",
  "organization.restored",
  // The 30 days after deletion are over: only the audit log remains.
  "organization.erased",
  "department.created",
  "department.renamed",
  "department.merged",
  "department.deleted",
  "site.created",
  "site.updated",
  "site.deleted",
  "user.site_changed",
  // Onboarding, offboarding and external members. An extension of access has its own action.
  "staff.joining_started",
  "staff.employment_changed",
  "staff.access_extended",
  "staff.leaving_planned",
  "staff.leaving_changed",
  "staff.leaving_cancelled",
  "staff.leaving_hindered",
  "staff.left",
  "staff.item_checked",
  "staff.item_unchecked",
  // AI limits, and exports of AI costs.
  "billing.quota_changed",
  "billing.exported",
  // The platform's records of AI providers, an organization's approvals and requirements, and the switches.
  "ai.provider_updated",
  "ai.approval_changed",
  "ai.policy_changed",
  "ai.stopped",
  "ai.resumed",
  // The log itself was exported as a file.
  "audit.exported",
  // The platform operator.
  "platform.practice_opened",
  "platform.people_opened",
  "platform.setup_completed",
  "platform.demo_created",
  "platform.demo_removed",
] as const;
export type AuditAction = (typeof auditActions)[number];
