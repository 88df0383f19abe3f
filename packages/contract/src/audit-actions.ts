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
  // People. `user.updated` is done by a colleague who administers, `user.profile_updated` by the person herself.
  "user.created",
  "user.updated",
  "user.profile_updated",
  "user.role_changed",
  "user.deleted",
  "user.password_changed",
  "user.email_change_requested",
  "user.email_change_withdrawn",
  "user.email_changed",
  // Who belongs to a practice.
  "member.added",
  "member.removed",
  "member.invitation_resent",
  "member.invitation_accepted",
  // A practice.
  "organization.created",
  // The operator of the portal.
  "platform.practice_opened",
  "platform.people_opened",
  "platform.setup_completed",
  "platform.demo_created",
  "platform.demo_removed",
] as const;
export type AuditAction = (typeof auditActions)[number];
