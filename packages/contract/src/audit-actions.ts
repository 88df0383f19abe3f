/**
 * Every action an audit entry can name. The types of endpoints and of audit drafts take nothing else, so an action
 * that is missing here does not compile; the web app has a text for each. An action is never renamed or removed once
 * released: entries are kept for years.
 */
export const auditActions = [
  // Signing in and out. A failed or refused attempt has the same action and another outcome.
  "auth.login",
  "auth.logout",
  // A retired refresh secret was used: somebody holds a copy.
  "auth.refresh_reused",
  "auth.step_up",
  "auth.locked",
  "auth.unlocked",
  "auth.session_ended",
  "auth.password_reset_requested",
  // A second factor, and what an administrator does for somebody who lost hers.
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
  // Shared computers.
  "workstation.updated",
  "workstation.removed",
  // People. `user.updated` is done by a colleague who administers, `user.profile_updated` by the person herself.
  "user.created",
  "user.updated",
  "user.profile_updated",
  "user.role_changed",
  "user.deleted",
  // A list of people was taken along as a file.
  "user.exported",
  "user.password_changed",
  "user.email_change_requested",
  "user.email_change_withdrawn",
  "user.email_changed",
  // Who belongs to a practice. A transfer stands in the logs of both.
  "user.transferred",
  "user.transfer_undone",
  "member.added",
  "member.removed",
  "member.invitation_resent",
  "member.invitation_accepted",
  // A practice.
  "organization.created",
  "organization.updated",
  "organization.suspended",
  "organization.reactivated",
  "organization.deleted",
  "organization.restored",
  // Its 30 days were over: nothing of it is left but its log.
  "organization.erased",
  "department.created",
  "department.renamed",
  "department.merged",
  "department.deleted",
  "site.created",
  "site.updated",
  "site.deleted",
  "user.site_changed",
  // Joining and leaving, and what external people need. An extended access stands on its own.
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
  // Limits of the AI, and what it cost as a file.
  "billing.quota_changed",
  "billing.exported",
  // What the platform says of providers of AI, what a practice agreed and demands, and the switches.
  "ai.provider_updated",
  "ai.approval_changed",
  "ai.policy_changed",
  "ai.stopped",
  "ai.resumed",
  // The log itself left the portal as a file.
  "audit.exported",
  // The operator of the portal.
  "platform.practice_opened",
  "platform.people_opened",
  "platform.setup_completed",
  "platform.demo_created",
  "platform.demo_removed",
] as const;
export type AuditAction = (typeof auditActions)[number];
