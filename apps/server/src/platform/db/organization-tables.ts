import type { TenantTables } from "./tables.gen.ts";

/**
 * Tables whose rows outlive the other rows of an organization. These are its own row, its size (deleted with that row),
 * the record of its erasure, its audit log, and its final invoices with their related rows.
 */
type RetainedTable =
  | "organization"
  | "organization_size"
  | "organization_erasure"
  | "audit_chain"
  | "audit_checkpoint"
  | "audit_entry"
  | "audit_name"
  | "invoice"
  | "invoice_line"
  | "invoice_account"
  | "invoice_payment"
  | "direct_debit";

/** A table whose rows are deleted with an organization. */
export type EmptiedTable = Exclude<keyof TenantTables, RetainedTable>;

/** Order of the emptied tables. A new tenant table causes a compile error until it is added here. */
const order: Readonly<Record<EmptiedTable, number>> = {
  ai_alert: 1,
  ai_approval: 1,
  ai_balance: 1,
  ai_call: 1,
  ai_instruction_confirmation: 1,
  ai_person_limit: 1,
  ai_policy: 1,
  ai_template: 1,
  ai_usage_day: 1,
  ai_usage_event: 1,
  ai_usage_person_day: 1,
  billing_profile: 1,
  cloud_sync: 1,
  emergency_code: 1,
  entitlement: 1,
  evidence_folder: 1,
  limit_alert: 1,
  onboarding_template: 1,
  planned_plan: 1,
  provisioning: 1,
  rights_review_decision: 1,
  rights_review_plan: 1,
  staff_check: 1,
  stored_file: 1,
  subscription: 1,
  webhook_attempt: 1,
  weekly_digest: 1,
  webhook_secret: 1,
  rights_review: 2,
  staff_change: 2,
  webhook_delivery: 2,
  invitation: 3,
  webhook: 3,
  org_token: 4,
  workstation: 5,
  transfer: 6,
  security_check: 7,
  membership: 8,
  department: 9,
  site: 10,
};

/**
 * All other tables of an organization in the order in which they are emptied. Referencing rows come before referenced
 * ones.
 */
export const emptiedTables: readonly string[] = Object.entries(order)
  .toSorted(([, left], [, right]) => left - right)
  .map(([table]) => table);
