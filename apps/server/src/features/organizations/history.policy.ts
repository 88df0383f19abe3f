import { type AuditAction, auditActions } from "@praxisportal/contract/audit-actions";
import type { operationTypes } from "@praxisportal/contract/organizations/organizations.schema";

type OperationType = (typeof operationTypes)[number];

/** The histories that an action belongs to. */
type Histories = {
  /** Whether "recent activity" on the dashboard shows it. */
  activity: boolean;
  /** Its kind in the operation history, or null if it does not change a membership. */
  operation: OperationType | null;
};

/**
 * Every audited action and the histories that show it. Activity covers decisions, changes and visits of the operator;
 * sign-ins, sign-outs and reads would hide the others (sign-ins are counted per day elsewhere). A new action
 * does not compile until it is listed here.
 */
const histories: Readonly<Record<AuditAction, Histories>> = {
  "auth.login": { activity: false, operation: null },
  "auth.logout": { activity: false, operation: null },
  "auth.refresh_reused": { activity: true, operation: null },
  "auth.step_up": { activity: false, operation: null },
  "auth.session_locked": { activity: false, operation: null },
  "auth.session_unlocked": { activity: false, operation: null },
  "auth.session_ended": { activity: true, operation: null },
  "auth.password_reset_requested": { activity: true, operation: null },
  "legacy.signed_in": { activity: false, operation: null },
  "legacy.signed_out": { activity: false, operation: null },
  "user.two_factor_enabled": { activity: true, operation: null },
  "user.two_factor_disabled": { activity: true, operation: null },
  "user.two_factor_reset": { activity: true, operation: null },
  "user.backup_code_used": { activity: true, operation: null },
  "user.backup_codes_renewed": { activity: true, operation: null },
  "user.passkey_added": { activity: true, operation: null },
  "user.passkey_renamed": { activity: true, operation: null },
  "user.passkey_removed": { activity: true, operation: null },
  "user.pin_set": { activity: true, operation: null },
  "user.pin_removed": { activity: true, operation: null },
  "user.digest_ended": { activity: true, operation: null },
  "user.recovery_code_created": { activity: true, operation: null },
  "user.recovery_code_used": { activity: true, operation: null },
  "user.day_code_created": { activity: true, operation: null },
  "user.day_code_used": { activity: true, operation: null },
  "user.day_code_ended": { activity: true, operation: null },
  "user.password_set": { activity: true, operation: null },
  "user.password_reset": { activity: true, operation: null },
  "user.unlocked": { activity: true, operation: null },
  "user.blocked": { activity: true, operation: null },
  "user.unblocked": { activity: true, operation: null },
  "user.connections_reset": { activity: true, operation: null },
  "token.created": { activity: true, operation: null },
  "token.revoked": { activity: true, operation: null },
  "token.refresh_reused": { activity: true, operation: null },
  "token.organization_revoked": { activity: true, operation: null },
  "token.cleaned_up": { activity: true, operation: null },
  "token.exported": { activity: true, operation: null },
  "workstation.updated": { activity: true, operation: null },
  "workstation.removed": { activity: true, operation: null },
  "workstation.alarm_raised": { activity: true, operation: null },
  "user.created": { activity: true, operation: "user_assigned" },
  "user.updated": { activity: true, operation: "profile_updated" },
  "user.profile_updated": { activity: true, operation: "profile_updated" },
  "user.role_changed": { activity: true, operation: "role_updated" },
  "user.deleted": { activity: true, operation: "user_removed" },
  "user.exported": { activity: true, operation: null },
  "user.own_data_exported": { activity: true, operation: null },
  "user.password_changed": { activity: true, operation: null },
  "user.email_change_requested": { activity: true, operation: null },
  "user.email_change_withdrawn": { activity: true, operation: null },
  "user.email_changed": { activity: true, operation: "profile_updated" },
  "user.transferred": { activity: true, operation: "user_transferred" },
  "user.transfer_undone": { activity: true, operation: "user_transferred" },
  "member.added": { activity: true, operation: "user_assigned" },
  "member.removed": { activity: true, operation: "user_removed" },
  "member.invitation_resent": { activity: true, operation: "user_assigned" },
  "member.invitation_accepted": { activity: true, operation: "user_assigned" },
  "organization.created": { activity: true, operation: null },
  "organization.updated": { activity: true, operation: null },
  "organization.plan_changed": { activity: true, operation: null },
  "subscription.changed": { activity: true, operation: null },
  "organization.limits_changed": { activity: true, operation: null },
  "organization.suspended": { activity: true, operation: null },
  "organization.reactivated": { activity: true, operation: null },
  "organization.deleted": { activity: true, operation: null },
  "organization.restored": { activity: true, operation: null },
  "organization.notice_given": { activity: true, operation: null },
  "organization.notice_withdrawn": { activity: true, operation: null },
  "organization.contract_ended": { activity: true, operation: null },
  "organization.exported": { activity: true, operation: null },
  "organization.sync_changed": { activity: true, operation: null },
  "organization.sync_requested": { activity: true, operation: null },
  "organization.synced": { activity: false, operation: null },
  "organization.emergency_code_created": { activity: true, operation: null },
  "organization.emergency_code_withdrawn": { activity: true, operation: null },
  "organization.emergency_code_used": { activity: true, operation: null },
  "organization.imported": { activity: true, operation: null },
  "organization.erased": { activity: true, operation: null },
  "evidence.requested": { activity: true, operation: null },
  "evidence.created": { activity: false, operation: null },
  "evidence.cancelled": { activity: true, operation: null },
  "evidence.downloaded": { activity: true, operation: null },
  "department.created": { activity: true, operation: null },
  "department.renamed": { activity: true, operation: null },
  "department.merged": { activity: true, operation: null },
  "department.deleted": { activity: true, operation: null },
  "site.created": { activity: true, operation: null },
  "site.updated": { activity: true, operation: null },
  "site.deleted": { activity: true, operation: null },
  "user.site_changed": { activity: true, operation: "profile_updated" },
  "webhook.created": { activity: true, operation: null },
  "webhook.updated": { activity: true, operation: null },
  "webhook.deleted": { activity: true, operation: null },
  "webhook.secret_rotated": { activity: true, operation: null },
  "webhook.resent": { activity: true, operation: null },
  "webhook.replayed": { activity: true, operation: null },
  "webhook.disabled": { activity: true, operation: null },
  "staff.onboarding_started": { activity: true, operation: "user_assigned" },
  "staff.employment_changed": { activity: true, operation: "profile_updated" },
  "staff.access_extended": { activity: true, operation: "profile_updated" },
  "staff.offboarding_planned": { activity: true, operation: null },
  "staff.offboarding_changed": { activity: true, operation: null },
  "staff.offboarding_cancelled": { activity: true, operation: null },
  "staff.offboarding_blocked": { activity: true, operation: null },
  "staff.offboarding_completed": { activity: true, operation: "user_removed" },
  "staff.checklist_item_checked": { activity: false, operation: null },
  "staff.checklist_item_unchecked": { activity: false, operation: null },
  "staff.template_changed": { activity: true, operation: null },
  "billing.quota_changed": { activity: true, operation: null },
  "billing.exported": { activity: true, operation: null },
  "ai.provider_updated": { activity: true, operation: null },
  "ai.approval_changed": { activity: true, operation: null },
  "ai.policy_changed": { activity: true, operation: null },
  "ai.stopped": { activity: true, operation: null },
  "ai.resumed": { activity: true, operation: null },
  "ai.instruction_confirmed": { activity: true, operation: null },
  "ai.template_created": { activity: true, operation: null },
  "ai.template_changed": { activity: true, operation: null },
  "ai.template_removed": { activity: true, operation: null },
  "review.started": { activity: true, operation: null },
  "review.member_decided": { activity: false, operation: null },
  "review.completed": { activity: true, operation: null },
  "review.interval_changed": { activity: true, operation: null },
  "audit.exported": { activity: true, operation: null },
  "platform.organization_opened": { activity: true, operation: null },
  "platform.members_viewed": { activity: false, operation: null },
  "platform.setup_completed": { activity: true, operation: null },
  "platform.restore_tested": { activity: true, operation: null },
  "platform.plan_added": { activity: true, operation: null },
  "platform.plan_removed": { activity: true, operation: null },
  "platform.messages_retried": { activity: true, operation: null },
  "platform.job_retried": { activity: true, operation: null },
  "platform.demo_created": { activity: true, operation: null },
  "billing.profile_changed": { activity: true, operation: null },
  "billing.mandate_changed": { activity: true, operation: null },
  "invoice.recalculated": { activity: true, operation: null },
  "invoice.finalised": { activity: true, operation: null },
  "invoice.discarded": { activity: true, operation: null },
  "invoice.credited": { activity: true, operation: null },
  "invoice.hold_changed": { activity: true, operation: null },
  "invoice.payment_added": { activity: true, operation: null },
  "invoice.paid": { activity: true, operation: null },
  "invoice.reminded": { activity: true, operation: null },
  "invoice.deleted": { activity: true, operation: null },
  "platform.billing_changed": { activity: true, operation: null },
  "platform.tax_rate_added": { activity: true, operation: null },
  "platform.tax_rate_removed": { activity: true, operation: null },
  "platform.invoice_run_started": { activity: true, operation: null },
  "platform.statement_imported": { activity: true, operation: null },
  "platform.bank_entry_dismissed": { activity: true, operation: null },
  "platform.debits_exported": { activity: true, operation: null },
  "platform.debits_downloaded": { activity: true, operation: null },
  "platform.demo_removed": { activity: true, operation: null },
};

/** The actions shown as "recent activity". */
export const activityActions: readonly AuditAction[] = auditActions.filter(
  (action) => histories[action].activity,
);

/** The actions shown in the operation history. */
export const operationActions: readonly AuditAction[] = auditActions.filter(
  (action) => histories[action].operation !== null,
);

const invitations: readonly AuditAction[] = ["member.added", "member.invitation_resent"];

/** Returns the kind of an operation. Throws for an action that is not an operation. */
export function operationTypeOf(action: AuditAction, isBulk: boolean): OperationType {
  if (isBulk && invitations.includes(action)) return "bulk_invite";
  const type = histories[action].operation;
  if (type === null) throw new Error(`${action} is not an operation`);
  return type;
}
