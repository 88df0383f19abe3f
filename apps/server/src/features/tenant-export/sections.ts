import type { TenantTables } from "../../platform/db/tables.gen.ts";

/** A part of the export: the rows of one table. */
export type Section = {
  /** The key of the section, in camel case. */
  name: string;
  table: keyof TenantTables;
  /** Exported columns. The first `keys` of them identify a row and order the section. */
  columns: readonly string[];
  keys: number;
  /** Columns that are not exported, besides `organization_id`. They are derived or belong to others. */
  leftOut: readonly string[];
  /** SQL condition for the exported rows. Without it, all rows are exported. */
  only?: string;
  /** Number of rows kept in memory at once. Without it, the usual number. */
  batchSize?: number;
};

function section(
  name: string,
  table: keyof TenantTables,
  keys: string,
  columns: string,
  leftOut = "",
): Section {
  const words = (text: string) => text.split(/\s+/).filter(Boolean);
  return {
    name,
    table,
    columns: [...words(keys), ...words(columns)],
    keys: words(keys).length,
    leftOut: words(leftOut),
  };
}

/**
 * The sections of an export, in the order in which an import inserts them: referenced rows before referencing ones. A
 * test compares them with the database, so that a new column is either exported or left out deliberately.
 */
export const sections: readonly Section[] = [
  section(
    "organization",
    "organization",
    "organization_id",
    `name type practice_code status verified_at plan max_users country time_zone language currency details created_at
    updated_at version two_factor_policy session_idle_minutes session_hours allow_remember_me allow_applications
    invitation_days external_access_days notify_members notify_roles notify_security previous_status suspended_at
    suspension_reason deleted_at rights_reviews_since trial_ends_at trial_reminded_days notice_given_at notice_given_by
    contract_ends_at plan_term`,
    "is_demo erased_at",
  ),
  section("subscriptions", "subscription", "valid_from", "plan valid_until term is_trial"),
  section("plannedPlans", "planned_plan", "plan", "term starts_on planned_at"),
  section("entitlements", "entitlement", "limit_name", "value source"),
  section(
    "billingProfile",
    "billing_profile",
    "version",
    `name contact_name street house_number addition postal_code city country vat_id vat_id_checked_on email
    buyer_reference mandate_reference mandate_holder mandate_iban_masked mandate_signed_on updated_at`,
    // The IBAN is sealed, so a mandate must be granted again after an import.
    "mandate_iban mandate_used",
  ),
  {
    ...section(
      "invoices",
      "invoice",
      "id",
      `kind month attempt currency net_cents tax_cents gross_cents due_cents unpriced_calls unpriced_confirmed_by
      finalise_at corrects reason invoices_again organization_name number issued_on due_on document format xml pdf
      xml_sha256 pdf_sha256 retain_until created_at finalised_at finalised_by`,
      // They have no meaning for a final invoice.
      "state held",
    ),
    // Drafts can still change, and belong to the operator.
    only: "state = 'final'",
    batchSize: 1,
  },
  {
    ...section(
      "invoiceLines",
      "invoice_line",
      "invoice_id position",
      `kind plan term term_from covered_until from_day until_day overage_micro cost_micro included_micro is_late cents`,
    ),
    only: `exists (select from invoice i where i.organization_id = invoice_line.organization_id
      and i.id = invoice_line.invoice_id and i.state = 'final')`,
  },
  section(
    "invoiceAccounts",
    "invoice_account",
    "invoice_id",
    "mailed_at reminder_level reminded_at legal_hold_reason",
  ),
  section(
    "invoicePayments",
    "invoice_payment",
    "invoice_id id",
    "booked_on amount_cents source note entry_reference created_by created_at",
  ),
  section("sites", "site", "id", "name address number_kind number_value created_at updated_at version"),
  section("departments", "department", "id", "name created_at"),
  section(
    "members",
    "membership",
    "id",
    `person_id username role permissions status department blocked_at blocked_reason valid_until joined_at last_login_at
    first_name last_name email phone created_at updated_at version email_verified blocked_by site_id initials job_title extension starts_on
    is_external confidentiality_on physician_number last_activity_at end_announced_for two_factor_enabled`,
    // Counted per person, over all organizations.
    "failed_login_attempts locked_until lock_reason search_text",
  ),
  section(
    "invitations",
    "invitation",
    "id",
    "membership_id invited_by message language created_at expires_at sent_at accepted_at revoked_at",
  ),
  section(
    "staffChanges",
    "staff_change",
    "id",
    `kind membership_id person_id state takes_effect_at successor_id outcome blocked_at created_by created_at done_at
    items webhooks webhook_choices completed_at reminded_at`,
  ),
  section("rightsReviews", "rights_review", "id", "started_by started_at completed_by completed_at"),
  section(
    "rightsReviewDecisions",
    "rights_review_decision",
    "review_id person_id",
    "decision reason role permissions decided_by decided_at entry_id",
  ),
  section("rightsReviewPlan", "rights_review_plan", "interval_months", "reminded_for"),
  section("onboardingTemplates", "onboarding_template", "key", "role department site_id items updated_at"),
  section("staffChecks", "staff_check", "change_id item", "checked_by checked_at"),
  section(
    "workstations",
    "workstation",
    "id",
    `label is_shared auto_lock_minutes released_by released_at user_agent first_seen_at last_seen_at version`,
  ),
  section(
    "applications",
    "org_token",
    "id",
    `person_id membership_id application_id application_name application_type scopes created_at access_expires_at
    refresh_expires_at last_used_at last_address revoked_at revoked_by revoke_reason`,
    // They belong to the secrets, which are not exported.
    "generation previous_retires_at",
  ),
  section("securityChecks", "security_check", "checked_at", "score checks"),
  section(
    "aiPolicy",
    "ai_policy",
    "version",
    `regions requires_c5 requires_secrecy requires_processing max_retention_days allows_training
    allows_prompt_in_address limit_tokens limit_micro person_limit_tokens person_limit_micro stopped_at stopped_reason
    updated_at`,
  ),
  section(
    "aiApprovals",
    "ai_approval",
    "provider_key",
    `approved secrecy_agreed_on processing_version processing_agreed_on models updated_at version approved_origin
    approved_region`,
  ),
  section(
    "aiPersonLimits",
    "ai_person_limit",
    "person_id",
    "limit_tokens limit_micro stopped_at stopped_reason",
  ),
  section("aiInstructionConfirmations", "ai_instruction_confirmation", "person_id version", "confirmed_at"),
  {
    ...section("aiTemplates", "ai_template", "id", "name text created_by created_at updated_at", "person_id"),
    // A user's own templates belong to the user.
    only: "person_id is null",
  },
  section("aiAlerts", "ai_alert", "person_id period threshold_percent", "reached_at notified_at"),
  section("aiBalances", "ai_balance", "person_id period", "used_tokens used_micro", "held_tokens held_micro"),
  section(
    "aiUsage",
    "ai_usage_event",
    "id",
    `occurred_at local_day person_id token_id provider_key model kind outcome period budget_tokens input_tokens
    output_tokens cached_tokens reasoning_tokens audio_seconds cost_micro currency is_estimated duration_ms`,
    // Prices belong to the platform.
    "price_id",
  ),
  section(
    "aiUsageDays",
    "ai_usage_day",
    "local_day provider_key model currency",
    "calls input_tokens output_tokens audio_seconds cost_micro estimated_calls unpriced_calls",
  ),
  section(
    "aiUsagePersonDays",
    "ai_usage_person_day",
    "local_day person_id currency",
    "calls input_tokens output_tokens audio_seconds cost_micro estimated_calls unpriced_calls",
  ),
  {
    ...section("files", "stored_file", "id", "kind content_type bytes content created_at"),
    // Evidence folders expire, and archives are copies of an export.
    only: "kind in ('logo', 'invoice')",
    batchSize: 1,
  },
  // An erased name has no text, and the rest of its row is not needed.
  {
    ...section("auditNames", "audit_name", "person_id salt", "display", "digest"),
    only: "display is not null",
  },
  // The chain of hashes is computed from the records.
  section(
    "audit",
    "audit_entry",
    "seq",
    "record",
    "id occurred_at action outcome actor_id target_id target_type prev_hash hash",
  ),
];

/** Tables of an organization that are not exported. */
export const tablesLeftOut: Readonly<Partial<Record<keyof TenantTables, string>>> = {
  ai_call: "calls that are running now",
  audit_checkpoint: "where the audit log begins once expired entries were removed; it is in the manifest",
  cloud_sync: "schedule and state of the copies in the storage of this portal",
  emergency_code: "unlocks administrators of this portal; a restored organization creates a new one",
  audit_chain: "the end of the audit log, which follows from its entries",
  direct_debit: "collections of the operator, by file for the bank",
  evidence_folder: "files for inspections, which are deleted after a day",
  limit_alert: "the thresholds that are crossed now, which follow from the use and the limits",
  organization_erasure: "progress of the erasure of the organization",
  organization_size: "the number of members and their last sign-in, which follow from them",
  provisioning: "the steps by which the operator set the organization up",
  webhook: "calls another program; a restored copy must not send the same events as well",
  webhook_attempt: "the delivery log of the webhooks",
  webhook_delivery: "the delivery log of the webhooks",
  webhook_secret: "secrets of the webhooks",
  weekly_digest: "the week of which each administrator got the digest",
  transfer: "names the other organization; the audit log has the transfer",
};
