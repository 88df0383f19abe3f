/**
 * All actions of audit entries. Endpoints and audit drafts are typed with this list, so a missing action does
 * not compile; the web app has a text for each. Never remove an action: entries are kept for years. A renamed
 * action is also listed in {@link formerAuditActions}.
 */
export const auditActions = [
  // Sign-in and sign-out. A failed or refused attempt has the same action with another outcome.
  "auth.login",
  "auth.logout",
  // A retired refresh secret was used, which means that someone has a copy of it.
  "auth.refresh_reused",
  "auth.step_up",
  "auth.session_locked",
  "auth.session_unlocked",
  "auth.session_ended",
  "auth.password_reset_requested",
  // The user of a session signed in to the legacy practice server.
  "legacy.signed_in",
  "legacy.signed_out",
  // Second factors, and help by an administrator for users who lost their factor.
  "user.two_factor_enabled",
  "user.two_factor_disabled",
  "user.two_factor_reset",
  "user.backup_code_used",
  "user.backup_codes_renewed",
  "user.passkey_added",
  "user.passkey_renamed",
  "user.passkey_removed",
  // PINs of shared workstations.
  "user.pin_set",
  "user.pin_removed",
  // The weekly digest, with the link in its mail.
  "user.digest_ended",
  "user.recovery_code_created",
  "user.recovery_code_used",
  "user.day_code_created",
  "user.day_code_used",
  "user.day_code_ended",
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
  // Someone at the lock screen called for help.
  "workstation.alarm_raised",
  // Users. `user.updated` is a change by an administrator, `user.profile_updated` by the users themselves.
  "user.created",
  "user.updated",
  "user.profile_updated",
  "user.role_changed",
  "user.deleted",
  // A list of users was exported as a file.
  "user.exported",
  // A user downloaded everything that is stored about them.
  "user.own_data_exported",
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
  "organization.plan_changed",
  "organization.limits_changed",
  // A change of plan was planned for the end of the term, or withdrawn.
  "subscription.changed",
  "organization.suspended",
  "organization.reactivated",
  "organization.deleted",
  "organization.restored",
  // End of the contract: notice, its withdrawal, and the start of read-only access.
  "organization.notice_given",
  "organization.notice_withdrawn",
  "organization.contract_ended",
  // All data of the organization was exported.
  "organization.exported",
  // Schedule or key of the encrypted copies in the operator's storage, and a copy on demand.
  "organization.sync_changed",
  "organization.sync_requested",
  "organization.synced",
  // The printed code that unlocks an administrator; a failed attempt has the outcome "failed".
  "organization.emergency_code_created",
  "organization.emergency_code_withdrawn",
  "organization.emergency_code_used",
  // The organization was restored from an export by the operator.
  "organization.imported",
  // The 30 days after deletion are over: only the audit log remains.
  "organization.erased",
  // An evidence folder was requested, made, canceled, or one of its files was downloaded.
  "evidence.requested",
  "evidence.created",
  "evidence.cancelled",
  "evidence.downloaded",
  "department.created",
  "department.renamed",
  "department.merged",
  "department.deleted",
  "site.created",
  "site.updated",
  "site.deleted",
  "user.site_changed",
  // Webhooks. `disabled` means that the portal disabled a webhook that kept failing.
  "webhook.created",
  "webhook.updated",
  "webhook.deleted",
  "webhook.secret_rotated",
  "webhook.resent",
  "webhook.replayed",
  "webhook.disabled",
  // Onboarding, offboarding and external members. An extension of access has its own action.
  "staff.onboarding_started",
  "staff.employment_changed",
  "staff.access_extended",
  "staff.offboarding_planned",
  "staff.offboarding_changed",
  "staff.offboarding_cancelled",
  "staff.offboarding_blocked",
  "staff.offboarding_completed",
  "staff.checklist_item_checked",
  "staff.checklist_item_unchecked",
  "staff.template_changed",
  // AI limits, and exports of AI costs.
  "billing.quota_changed",
  "billing.exported",
  // Details of the organization on invoices, and its SEPA mandate.
  "billing.profile_changed",
  "billing.mandate_changed",
  // Invoices. `discarded` is a draft, `credited` a final one.
  "invoice.recalculated",
  "invoice.finalised",
  "invoice.discarded",
  "invoice.credited",
  "invoice.hold_changed",
  "invoice.payment_added",
  // An invoice was paid in full by any kind of payment.
  "invoice.paid",
  "invoice.reminded",
  // A final invoice was deleted after its retention.
  "invoice.deleted",
  // The platform's records of AI providers, an organization's approvals and requirements, and the switches.
  "ai.provider_updated",
  "ai.approval_changed",
  "ai.policy_changed",
  "ai.stopped",
  "ai.resumed",
  // A person confirmed the AI instruction.
  "ai.instruction_confirmed",
  // Prompt templates of an organization; those of a user are not recorded.
  "ai.template_created",
  "ai.template_changed",
  "ai.template_removed",
  // Reviews of rights, and the decision about each member.
  "review.started",
  "review.member_decided",
  "review.completed",
  "review.interval_changed",
  // The log itself was exported as a file.
  "audit.exported",
  // The platform operator.
  "platform.organization_opened",
  "platform.members_viewed",
  "platform.setup_completed",
  "platform.restore_tested",
  "platform.plan_added",
  "platform.plan_removed",
  "platform.messages_retried",
  "platform.messages_discarded",
  "platform.job_retried",
  "platform.billing_changed",
  "platform.tax_rate_added",
  "platform.tax_rate_removed",
  "platform.invoice_run_started",
  "platform.statement_imported",
  "platform.bank_entry_dismissed",
  "platform.debits_exported",
  "platform.debits_downloaded",
  "platform.demo_created",
  "platform.demo_removed",
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * Names under which earlier versions stored actions, with their current names. The hash chain covers the stored name,
 * so entries keep it and are shown under the current one.
 */
export const formerAuditActions: Readonly<Record<string, AuditAction>> = {
  "auth.locked": "auth.session_locked",
  "auth.unlocked": "auth.session_unlocked",
  "user.rescue_code_created": "user.recovery_code_created",
  "user.rescue_code_used": "user.recovery_code_used",
  "staff.joining_started": "staff.onboarding_started",
  "staff.leaving_planned": "staff.offboarding_planned",
  "staff.leaving_changed": "staff.offboarding_changed",
  "staff.leaving_cancelled": "staff.offboarding_cancelled",
  "staff.leaving_hindered": "staff.offboarding_blocked",
  "staff.left": "staff.offboarding_completed",
  "staff.item_checked": "staff.checklist_item_checked",
  "staff.item_unchecked": "staff.checklist_item_unchecked",
  "platform.practice_opened": "platform.organization_opened",
  "platform.people_opened": "platform.members_viewed",
};

/** Returns the current name of a stored action. */
export function currentAction(stored: string): AuditAction {
  return formerAuditActions[stored] ?? (stored as AuditAction);
}

/** Returns all names under which entries of these actions may be stored. */
export function storedActions(actions: readonly AuditAction[]): string[] {
  const former = Object.entries(formerAuditActions).filter(([, action]) => actions.includes(action));
  return [...actions, ...former.map(([name]) => name)];
}
