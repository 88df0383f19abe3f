// Generated from the migrations by `npm run db:types`; the check compares it. Do not edit.
import type { ColumnType, GeneratedAlways } from "kysely";

/** A column that the database fills when an insert leaves it out. */
type Generated<Type> =
  Type extends ColumnType<infer Select, infer Insert, infer Update>
    ? ColumnType<Select, Insert | undefined, Update>
    : ColumnType<Type, Type | undefined, Type>;

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Int8 = ColumnType<string, string | number, string | number>;
type Json = ColumnType<unknown, string, string>;

export interface AccessTokenTable {
  token_hash: Buffer;
  session_id: string;
  expires_at: Timestamp;
}

export interface AiAlertTable {
  organization_id: string;
  person_id: string;
  period: string;
  threshold_percent: number;
  reached_at: Generated<Timestamp>;
  notified_at: NullableTimestamp;
}

export interface AiApprovalTable {
  organization_id: string;
  provider_key: string;
  approved: boolean;
  secrecy_agreed_on: string | null;
  processing_version: string | null;
  processing_agreed_on: string | null;
  models: string[] | null;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  approved_origin: string | null;
  approved_region: string | null;
}

export interface AiBalanceTable {
  organization_id: string;
  person_id: string;
  period: string;
  used_tokens: Generated<Int8>;
  held_tokens: Generated<Int8>;
  used_micro: Generated<Int8>;
  held_micro: Generated<Int8>;
}

export interface AiCallTable {
  organization_id: string;
  id: string;
  person_id: string;
  token_id: string | null;
  provider_key: string;
  model: string;
  kind: string;
  period: string;
  hold_tokens: Int8;
  hold_micro: Int8;
  input_tokens: Int8;
  received_tokens: Generated<Int8>;
  audio_seconds: Generated<Int8>;
  price_id: string | null;
  currency: string;
  started_at: Generated<Timestamp>;
  leased_until: Timestamp;
}

export interface AiInstructionConfirmationTable {
  organization_id: string;
  person_id: string;
  version: number;
  confirmed_at: Timestamp;
}

export interface AiModelTable {
  provider_key: string;
  model: string;
  kind: string;
  max_output_tokens: Generated<number>;
  enabled: Generated<boolean>;
}

export interface AiPersonLimitTable {
  organization_id: string;
  person_id: string;
  limit_tokens: Int8 | null;
  limit_micro: Int8 | null;
  stopped_at: NullableTimestamp;
  stopped_reason: string | null;
}

export interface AiPlatformTable {
  singleton: Generated<boolean>;
  limit_tokens: Int8 | null;
  stopped_at: NullableTimestamp;
  stopped_reason: string | null;
}

export interface AiPlatformBalanceTable {
  period: string;
  used_tokens: Generated<Int8>;
  held_tokens: Generated<Int8>;
  slot: Generated<number>;
}

export interface AiPolicyTable {
  organization_id: string;
  regions: Generated<string[]>;
  requires_c5: Generated<boolean>;
  requires_secrecy: Generated<boolean>;
  requires_processing: Generated<boolean>;
  max_retention_days: Generated<number>;
  allows_training: Generated<boolean>;
  allows_prompt_in_address: Generated<boolean>;
  limit_tokens: Int8 | null;
  limit_micro: Int8 | null;
  person_limit_tokens: Int8 | null;
  person_limit_micro: Int8 | null;
  stopped_at: NullableTimestamp;
  stopped_reason: string | null;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
}

export interface AiPriceTable {
  id: string;
  provider_key: string;
  model: string;
  currency: string;
  valid_from: Timestamp;
  valid_until: NullableTimestamp;
  input_micro: Int8;
  output_micro: Int8;
  cached_micro: Int8;
  reasoning_micro: Int8;
  audio_hour_micro: Int8;
  uplift_basis_points: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface AiProviderTable {
  key: string;
  id: Generated<string>;
  name: string;
  wire: string;
  base_url: string | null;
  api_key: Buffer | null;
  api_key_last4: string | null;
  region: string | null;
  establishment: string | null;
  c5_type: string | null;
  c5_valid_until: string | null;
  retention_days: number | null;
  trains_on_data: boolean | null;
  enabled: Generated<boolean>;
  stopped_at: NullableTimestamp;
  stopped_reason: string | null;
  is_demo: Generated<boolean>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
}

export interface AiStreamTicketTable {
  token_hash: Buffer;
  session_id: string;
  organization_id: string;
  sealed_prompt: Buffer;
  expires_at: Timestamp;
}

export interface AiTemplateTable {
  organization_id: string;
  id: string;
  person_id: string | null;
  name: string;
  text: string;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface AiUsageDayTable {
  organization_id: string;
  local_day: string;
  provider_key: string;
  model: string;
  currency: string;
  calls: Int8;
  input_tokens: Int8;
  output_tokens: Int8;
  audio_seconds: Int8;
  cost_micro: Int8;
  estimated_calls: Int8;
  unpriced_calls: Generated<Int8>;
}

export interface AiUsageEventTable {
  organization_id: string;
  id: string;
  occurred_at: Timestamp;
  local_day: string;
  person_id: string;
  token_id: string | null;
  provider_key: string;
  model: string;
  kind: string;
  outcome: string;
  period: string;
  budget_tokens: Int8;
  input_tokens: Int8;
  output_tokens: Int8;
  cached_tokens: Generated<Int8>;
  reasoning_tokens: Generated<Int8>;
  audio_seconds: Generated<Int8>;
  cost_micro: Int8 | null;
  currency: string;
  price_id: string | null;
  is_estimated: boolean;
  duration_ms: number;
}

export interface AiUsagePersonDayTable {
  organization_id: string;
  local_day: string;
  person_id: string;
  currency: string;
  calls: Int8;
  input_tokens: Int8;
  output_tokens: Int8;
  audio_seconds: Int8;
  cost_micro: Int8;
  estimated_calls: Int8;
  unpriced_calls: Generated<Int8>;
}

export interface AttemptLimitTable {
  key: Buffer;
  failures: number;
  window_ends_at: Timestamp;
  locked_until: NullableTimestamp;
  lock_level: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface AuditChainTable {
  organization_id: string;
  head_seq: Generated<Int8>;
  head_hash: Generated<Buffer>;
}

export interface AuditCheckpointTable {
  organization_id: string;
  seq: Int8;
  hash: Buffer;
  occurred_at: Timestamp;
  signature: Buffer;
}

export interface AuditEntryTable {
  organization_id: string;
  seq: Int8;
  id: string;
  occurred_at: Timestamp;
  action: string;
  outcome: string;
  actor_id: string | null;
  target_id: string | null;
  record: Json;
  prev_hash: Buffer;
  hash: Buffer;
  target_type: GeneratedAlways<string | null>;
}

export interface AuditNameTable {
  organization_id: string;
  digest: Buffer;
  person_id: string;
  salt: Buffer;
  display: string | null;
}

export interface BackupCodeTable {
  person_id: string;
  slot: number;
  code_hash: string;
  created_at: Generated<Timestamp>;
  used_at: NullableTimestamp;
}

export interface BankEntryTable {
  reference: string;
  booked_on: string;
  amount_cents: Int8;
  currency: string;
  name: string | null;
  text: string;
  imported_at: Generated<Timestamp>;
  imported_by: string | null;
}

export interface BillingProfileTable {
  organization_id: string;
  name: string | null;
  contact_name: string | null;
  street: string | null;
  house_number: string | null;
  addition: string | null;
  postal_code: string | null;
  city: string | null;
  country: string | null;
  vat_id: string | null;
  vat_id_checked_on: string | null;
  email: string | null;
  buyer_reference: string | null;
  mandate_reference: string | null;
  mandate_holder: string | null;
  mandate_iban: Buffer | null;
  mandate_iban_masked: string | null;
  mandate_signed_on: string | null;
  mandate_used: Generated<boolean>;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface CloudSyncTable {
  organization_id: string;
  schedule: Generated<string>;
  public_key: string | null;
  version: Generated<number>;
  due_at: NullableTimestamp;
  requested_at: NullableTimestamp;
  run_id: string | null;
  leased_until: NullableTimestamp;
  running_file: string | null;
  last_run_at: NullableTimestamp;
  last_success_at: NullableTimestamp;
  bytes: Int8 | null;
  sha256: string | null;
  error: string | null;
  files: Generated<string[]>;
}

export interface DemoSeasonTable {
  singleton: Generated<boolean>;
  anchored_at: Timestamp;
  done_days: Generated<number>;
  finished_at: NullableTimestamp;
}

export interface DepartmentTable {
  organization_id: string;
  id: string;
  name: string;
  created_at: Generated<Timestamp>;
}

export interface DeviceTable {
  id: string;
  kind: string;
  generation: Generated<number>;
  previous_retires_at: Generated<Timestamp>;
  revoked_at: NullableTimestamp;
  label: string | null;
  is_shared: Generated<boolean>;
  created_at: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
}

export interface DevicePersonTable {
  device_id: string;
  person_id: string;
  first_seen_at: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
  trusted_until: NullableTimestamp;
  full_sign_in_at: NullableTimestamp;
  second_factor_at: NullableTimestamp;
}

export interface DeviceSecretTable {
  secret_hash: Buffer;
  device_id: string;
  generation: number;
  created_at: Generated<Timestamp>;
}

export interface DirectDebitTable {
  organization_id: string;
  invoice_id: string;
  file_id: string;
  amount_cents: Int8;
  collected_on: string;
}

export interface DirectDebitFileTable {
  id: string;
  message_id: string;
  debits: number;
  total_cents: Int8;
  content: Buffer;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface EmailChangeTable {
  id: string;
  person_id: string;
  old_email: string | null;
  new_email: string | null;
  created_at: Generated<Timestamp>;
  confirmed_at: NullableTimestamp;
  withdrawn_at: NullableTimestamp;
  requested_by: string | null;
  organization_id: string | null;
}

export interface EmergencyCodeTable {
  organization_id: string;
  label: string;
  code_hash: string | null;
  created_by: string;
  created_at: Timestamp;
  used_by: string | null;
  used_at: NullableTimestamp;
}

export interface EntitlementTable {
  organization_id: string;
  limit_name: string;
  value: Int8;
  source: string;
}

export interface EvidenceFolderTable {
  organization_id: string;
  id: string;
  state: Generated<string>;
  years: number;
  language: string;
  requested_by: string;
  requested_at: Timestamp;
  run_id: string | null;
  leased_until: NullableTimestamp;
  sections: Generated<Json>;
  finished_at: NullableTimestamp;
  expires_at: NullableTimestamp;
  pdf: Buffer | null;
  pdf_bytes: number | null;
  pdf_sha256: string | null;
  zip: Buffer | null;
  zip_bytes: number | null;
  zip_sha256: string | null;
}

export interface IdempotencyKeyTable {
  person_id: string;
  key: string;
  request_hash: Buffer;
  status: number;
  organization_id: string | null;
  created_id: string | null;
  created_at: Generated<Timestamp>;
}

export interface InvitationTable {
  organization_id: string;
  id: string;
  membership_id: string;
  invited_by: string;
  message: string | null;
  language: Generated<string>;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  sent_at: NullableTimestamp;
  accepted_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
}

export interface InvoiceTable {
  organization_id: string;
  id: string;
  kind: string;
  state: Generated<string>;
  month: string;
  attempt: Generated<number>;
  currency: string;
  net_cents: Int8;
  tax_cents: Int8;
  gross_cents: Int8;
  due_cents: Int8;
  unpriced_calls: Generated<Int8>;
  unpriced_confirmed_by: string | null;
  finalise_at: Timestamp;
  held: Generated<Json>;
  corrects: string | null;
  reason: string | null;
  invoices_again: Generated<boolean>;
  organization_name: string;
  number: string | null;
  issued_on: string | null;
  due_on: string | null;
  document: Json | null;
  format: string | null;
  xml: Buffer | null;
  pdf: Buffer | null;
  xml_sha256: string | null;
  pdf_sha256: string | null;
  retain_until: string | null;
  created_at: Generated<Timestamp>;
  finalised_at: NullableTimestamp;
  finalised_by: string | null;
}

export interface InvoiceAccountTable {
  organization_id: string;
  invoice_id: string;
  mailed_at: NullableTimestamp;
  reminder_level: Generated<number>;
  reminded_at: NullableTimestamp;
  legal_hold_reason: string | null;
}

export interface InvoiceCounterTable {
  series: string;
  year: number;
  last_number: number;
}

export interface InvoiceLineTable {
  organization_id: string;
  invoice_id: string;
  position: number;
  kind: string;
  plan: string | null;
  term: string | null;
  term_from: string | null;
  covered_until: string | null;
  from_day: string;
  until_day: string;
  overage_micro: Int8 | null;
  cost_micro: Int8 | null;
  included_micro: Int8 | null;
  is_late: Generated<boolean>;
  cents: Int8;
}

export interface InvoicePaymentTable {
  organization_id: string;
  invoice_id: string;
  id: string;
  booked_on: string;
  amount_cents: Int8;
  source: string;
  note: string | null;
  entry_reference: string | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface InvoiceRunTable {
  id: string;
  month: string;
  state: Generated<string>;
  started_by: string | null;
  started_at: Generated<Timestamp>;
  finished_at: NullableTimestamp;
  total: Generated<number>;
  done: Generated<number>;
  created: Generated<number>;
  last_organization_id: string | null;
  leased_until: NullableTimestamp;
}

export interface LimitAlertTable {
  organization_id: string;
  limit_name: string;
  threshold_percent: number;
  crossed_at: Timestamp;
  notified_at: NullableTimestamp;
}

export interface MembershipTable {
  organization_id: string;
  id: string;
  person_id: string;
  username: string | null;
  role: Generated<string>;
  permissions: Generated<string[]>;
  status: Generated<string>;
  department: string | null;
  blocked_at: NullableTimestamp;
  blocked_reason: string | null;
  valid_until: NullableTimestamp;
  joined_at: NullableTimestamp;
  last_login_at: NullableTimestamp;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  failed_login_attempts: Generated<number>;
  locked_until: NullableTimestamp;
  lock_reason: string | null;
  two_factor_enabled: Generated<boolean>;
  search_text: GeneratedAlways<string | null>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  email_verified: Generated<boolean>;
  blocked_by: string | null;
  site_id: string | null;
  end_announced_for: NullableTimestamp;
  initials: string | null;
  starts_on: string | null;
  is_external: Generated<boolean>;
  confidentiality_on: string | null;
  physician_number: string | null;
  last_activity_at: NullableTimestamp;
  job_title: string | null;
  extension: string | null;
}

export interface NotificationTable {
  id: string;
  person_id: string;
  organization_id: string | null;
  type: string;
  kind: string;
  messages: Json;
  route: string | null;
  subject_id: string | null;
  created_at: Timestamp;
  read_at: NullableTimestamp;
  mail: Json | null;
  deleted_at: NullableTimestamp;
}

export interface OnboardingTemplateTable {
  organization_id: string;
  key: string;
  role: string;
  department: string | null;
  site_id: string | null;
  items: Json;
  updated_at: Timestamp;
}

export interface OneTimeTokenTable {
  token_hash: Buffer;
  purpose: string;
  person_id: string | null;
  session_id: string | null;
  details: Generated<Json>;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
  attempts: Generated<number>;
}

export interface OperatorProfileTable {
  singleton: Generated<boolean>;
  name: string | null;
  street: string | null;
  house_number: string | null;
  postal_code: string | null;
  city: string | null;
  country: string | null;
  vat_id: string | null;
  tax_number: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  contact_email: string | null;
  website: string | null;
  management: string | null;
  register: string | null;
  bank_name: string | null;
  iban: string | null;
  bic: string | null;
  creditor_id: string | null;
  third_country: Generated<string>;
  payment_days: Generated<number>;
  debit_notice_days: Generated<number>;
  billed_from: Generated<string>;
  reminder_texts: Generated<Json>;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface OrgTokenTable {
  organization_id: string;
  id: string;
  person_id: string;
  membership_id: string;
  application_id: string;
  application_name: string;
  application_type: string;
  scopes: string[];
  generation: Generated<number>;
  previous_retires_at: Generated<Timestamp>;
  access_expires_at: Timestamp;
  refresh_expires_at: Timestamp;
  last_used_at: NullableTimestamp;
  last_address: string | null;
  created_at: Generated<Timestamp>;
  revoked_at: NullableTimestamp;
  revoked_by: string | null;
  revoke_reason: string | null;
}

export interface OrgTokenSecretTable {
  token_hash: Buffer;
  organization_id: string;
  token_id: string;
  kind: string;
  generation: number;
  expires_at: Timestamp;
}

export interface OrganizationTable {
  organization_id: string;
  name: string;
  type: Generated<string>;
  practice_code: string;
  status: Generated<string>;
  verified_at: NullableTimestamp;
  plan: Generated<string>;
  max_users: number | null;
  country: string;
  time_zone: string;
  language: Generated<string>;
  currency: string;
  details: Generated<Json>;
  is_demo: Generated<boolean>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  two_factor_policy: Generated<string>;
  session_idle_minutes: Generated<number>;
  session_hours: Generated<number>;
  allow_remember_me: Generated<boolean>;
  allow_applications: Generated<boolean>;
  invitation_days: Generated<number>;
  external_access_days: Generated<number>;
  notify_members: Generated<boolean>;
  notify_roles: Generated<boolean>;
  notify_security: Generated<boolean>;
  previous_status: string | null;
  suspended_at: NullableTimestamp;
  suspension_reason: string | null;
  deleted_at: NullableTimestamp;
  erased_at: NullableTimestamp;
  trial_ends_at: NullableTimestamp;
  trial_reminded_days: number | null;
  notice_given_at: NullableTimestamp;
  notice_given_by: string | null;
  contract_ends_at: NullableTimestamp;
  plan_term: Generated<string>;
  rights_reviews_since: Generated<Timestamp>;
}

export interface OrganizationErasureTable {
  organization_id: string;
  started_at: Timestamp;
  counts: Generated<Json>;
  organization_name: string | null;
  practice_code: string | null;
  recipients: Json | null;
  certificate: Buffer | null;
  certified_at: NullableTimestamp;
  notice: Json | null;
}

export interface OrganizationSizeTable {
  organization_id: string;
  members: number;
  last_sign_in_at: NullableTimestamp;
}

export interface OrganizationVisitTable {
  id: string;
  session_id: string;
  organization_id: string;
  opened_at: Generated<Timestamp>;
}

export interface OutboxTable {
  id: string;
  topic: string;
  payload: Json;
  available_at: Generated<Timestamp>;
  leased_until: NullableTimestamp;
  claims: Generated<number>;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: Generated<Timestamp>;
}

export interface PasskeyTable {
  id: string;
  person_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: Generated<Int8>;
  transports: Generated<string[]>;
  is_synced: Generated<boolean>;
  name: string;
  created_at: Generated<Timestamp>;
  last_used_at: NullableTimestamp;
}

export interface PersonTable {
  id: string;
  email: string | null;
  email_verified_at: NullableTimestamp;
  first_name: string;
  last_name: string;
  phone: string | null;
  platform_role: string | null;
  platform_username: string | null;
  password_hash: string | null;
  must_change_password: Generated<boolean>;
  failed_login_attempts: Generated<number>;
  locked_until: NullableTimestamp;
  lock_reason: string | null;
  deactivated_at: NullableTimestamp;
  is_dark_mode: Generated<boolean>;
  language: Generated<string>;
  last_login_at: NullableTimestamp;
  last_organization_id: string | null;
  is_demo: Generated<boolean>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  pending_email: string | null;
  password_expires_at: NullableTimestamp;
}

export interface PlanTable {
  name: string;
  valid_from: string;
  max_users: number;
  monthly_tokens: Int8;
  storage_bytes: Int8;
}

export interface PlanPriceTable {
  name: string;
  valid_from: string;
  currency: string;
  monthly_micro: Int8;
  included_ai_micro: Int8;
  yearly_micro: Int8 | null;
}

export interface PlannedPlanTable {
  organization_id: string;
  plan: string;
  term: string;
  starts_on: string;
  planned_at: Generated<Timestamp>;
}

export interface PreferencesTable {
  person_id: string;
  settings: Json;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface ProcessTable {
  id: string;
  beat_at: Timestamp;
}

export interface ProvisioningTable {
  organization_id: string;
  request: Json | null;
  organization_at: Generated<Timestamp>;
  limits_at: NullableTimestamp;
  defaults_at: NullableTimestamp;
  administrator_at: NullableTimestamp;
  mail_at: NullableTimestamp;
  check_at: NullableTimestamp;
  error: string | null;
  retry_at: Generated<Timestamp>;
}

export interface RecoveryCodeTable {
  id: string;
  person_id: string;
  organization_id: string;
  purpose: string;
  code_hash: string;
  created_by: string;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  attempts: Generated<number>;
  used_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
}

export interface RestoreTestTable {
  id: string;
  tested_at: Timestamp;
  backup_at: Timestamp;
  chains: number;
  entries: Int8;
}

export interface RetentionRunTable {
  job: string;
  day: string;
  runs: number;
  deleted: Int8;
  last_run_at: Timestamp;
}

export interface RightsReviewTable {
  organization_id: string;
  id: string;
  started_by: string;
  started_at: Timestamp;
  completed_by: string | null;
  completed_at: NullableTimestamp;
}

export interface RightsReviewDecisionTable {
  organization_id: string;
  review_id: string;
  person_id: string;
  decision: string;
  reason: string;
  role: string;
  permissions: string[];
  decided_by: string;
  decided_at: Timestamp;
  entry_id: string | null;
}

export interface RightsReviewPlanTable {
  organization_id: string;
  interval_months: Generated<number>;
  reminded_for: NullableTimestamp;
}

export interface ScheduledJobTable {
  name: string;
  cron: string;
  next_run_at: Timestamp;
  leased_until: NullableTimestamp;
  last_run_at: NullableTimestamp;
  last_error: string | null;
}

export interface SecurityCheckTable {
  organization_id: string;
  checked_at: Timestamp;
  score: number;
  checks: Json;
}

export interface SessionTable {
  id: string;
  person_id: string;
  device_id: string;
  start_organization_id: string | null;
  remember_me: Generated<boolean>;
  restriction: string | null;
  user_agent: string | null;
  address: string | null;
  created_at: Generated<Timestamp>;
  authenticated_at: Generated<Timestamp>;
  last_active_at: Generated<Timestamp>;
  absolute_expires_at: Timestamp;
  ended_at: NullableTimestamp;
  end_reason: string | null;
  locked_at: NullableTimestamp;
  second_factor_at: NullableTimestamp;
  pin_organization_id: string | null;
  day_code_id: string | null;
}

export interface SiteTable {
  organization_id: string;
  id: string;
  name: string;
  address: string | null;
  number_kind: string | null;
  number_value: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
}

export interface StaffChangeTable {
  organization_id: string;
  id: string;
  kind: string;
  membership_id: string;
  person_id: string;
  state: string;
  takes_effect_at: Timestamp;
  successor_id: string | null;
  outcome: Json | null;
  blocked_at: NullableTimestamp;
  created_by: string;
  created_at: Timestamp;
  done_at: NullableTimestamp;
  items: Json | null;
  completed_at: NullableTimestamp;
  reminded_at: NullableTimestamp;
  webhooks: string | null;
  webhook_choices: Json | null;
}

export interface StaffCheckTable {
  organization_id: string;
  change_id: string;
  item: string;
  checked_by: string;
  checked_at: Timestamp;
}

export interface StoredFileTable {
  organization_id: string;
  id: string;
  kind: string;
  content_type: string;
  bytes: Int8;
  content: Buffer;
  created_at: Generated<Timestamp>;
}

export interface SubscriptionTable {
  organization_id: string;
  plan: string;
  valid_from: Timestamp;
  valid_until: NullableTimestamp;
  term: Generated<string>;
  is_trial: Generated<boolean>;
}

export interface SystemAlertTable {
  name: string;
  raised_at: Timestamp;
}

export interface TaxRateTable {
  country: string;
  valid_from: string;
  rate_basis_points: number;
  created_at: Generated<Timestamp>;
}

export interface TransferTable {
  organization_id: string;
  id: string;
  person_id: string;
  direction: string;
  other_organization: string;
  role_before: string;
  role_after: string;
  performed_by: string;
  performed_at: Timestamp;
  undone_at: NullableTimestamp;
  undone_by: string | null;
  saved_membership: Json | null;
}

export interface TwoFactorTable {
  person_id: string;
  secret: Buffer;
  enabled_at: NullableTimestamp;
  created_at: Generated<Timestamp>;
  last_step: Generated<number>;
}

export interface TwoFactorSetupTable {
  session_id: string;
  person_id: string;
  secret: Buffer;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
}

export interface UnknownNameTable {
  window_ends_at: Timestamp;
  network: string;
  action: string;
  reason: string;
  attempts: number;
  request: Json | null;
  origin: string;
}

export interface UptimeDayTable {
  day: string;
  minutes: number;
  first_minute: Timestamp;
  last_minute: Timestamp;
}

export interface WebhookTable {
  organization_id: string;
  id: string;
  name: string;
  url: string;
  event_types: string[];
  api_version: string;
  headers: Buffer | null;
  header_names: Generated<string[]>;
  enabled: Generated<boolean>;
  disabled_reason: string | null;
  disabled_at: NullableTimestamp;
  failures: Generated<number>;
  failing_since: NullableTimestamp;
  warned_at: NullableTimestamp;
  probe_at: NullableTimestamp;
  last_attempt_at: NullableTimestamp;
  last_success_at: NullableTimestamp;
  last_status: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  owner_id: string | null;
}

export interface WebhookAttemptTable {
  organization_id: string;
  delivery_id: string;
  number: number;
  started_at: Timestamp;
  duration_ms: number;
  trigger: string;
  failure: string | null;
  status: number | null;
  answer: string | null;
}

export interface WebhookDeliveryTable {
  organization_id: string;
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  sequence: Int8;
  ids: Json;
  occurred_at: Timestamp;
  state: string;
  trigger: Generated<string>;
  scheduled_attempts: Generated<number>;
  attempts: Generated<number>;
  next_attempt_at: NullableTimestamp;
  last_attempt_at: NullableTimestamp;
  last_failure: string | null;
  last_status: number | null;
  last_duration_ms: number | null;
  succeeded_at: NullableTimestamp;
  created_at: Generated<Timestamp>;
}

export interface WebhookSecretTable {
  organization_id: string;
  webhook_id: string;
  id: string;
  secret: Buffer;
  valid_until: NullableTimestamp;
  created_at: Generated<Timestamp>;
}

export interface WeeklyDigestTable {
  organization_id: string;
  person_id: string;
  sent_for: string;
}

export interface WorkstationTable {
  organization_id: string;
  id: string;
  label: string | null;
  is_shared: Generated<boolean>;
  auto_lock_minutes: number | null;
  released_by: string | null;
  released_at: NullableTimestamp;
  user_agent: string | null;
  first_seen_at: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
  version: Generated<number>;
}

export interface WorkstationAlarmTable {
  id: string;
  device_id: string;
  person_id: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface WorkstationPinTable {
  person_id: string;
  device_id: string;
  organization_id: string;
  pin_hash: string;
  created_at: Timestamp;
}

/** Tables with an organization_id, which can be accessed only with an organization bound. */
export interface TenantTables {
  ai_alert: AiAlertTable;
  ai_approval: AiApprovalTable;
  ai_balance: AiBalanceTable;
  ai_call: AiCallTable;
  ai_instruction_confirmation: AiInstructionConfirmationTable;
  ai_person_limit: AiPersonLimitTable;
  ai_policy: AiPolicyTable;
  ai_template: AiTemplateTable;
  ai_usage_day: AiUsageDayTable;
  ai_usage_event: AiUsageEventTable;
  ai_usage_person_day: AiUsagePersonDayTable;
  audit_chain: AuditChainTable;
  audit_checkpoint: AuditCheckpointTable;
  audit_entry: AuditEntryTable;
  audit_name: AuditNameTable;
  billing_profile: BillingProfileTable;
  cloud_sync: CloudSyncTable;
  department: DepartmentTable;
  direct_debit: DirectDebitTable;
  emergency_code: EmergencyCodeTable;
  entitlement: EntitlementTable;
  evidence_folder: EvidenceFolderTable;
  invitation: InvitationTable;
  invoice: InvoiceTable;
  invoice_account: InvoiceAccountTable;
  invoice_line: InvoiceLineTable;
  invoice_payment: InvoicePaymentTable;
  limit_alert: LimitAlertTable;
  membership: MembershipTable;
  onboarding_template: OnboardingTemplateTable;
  org_token: OrgTokenTable;
  organization: OrganizationTable;
  organization_erasure: OrganizationErasureTable;
  organization_size: OrganizationSizeTable;
  planned_plan: PlannedPlanTable;
  provisioning: ProvisioningTable;
  rights_review: RightsReviewTable;
  rights_review_decision: RightsReviewDecisionTable;
  rights_review_plan: RightsReviewPlanTable;
  security_check: SecurityCheckTable;
  site: SiteTable;
  staff_change: StaffChangeTable;
  staff_check: StaffCheckTable;
  stored_file: StoredFileTable;
  subscription: SubscriptionTable;
  transfer: TransferTable;
  webhook: WebhookTable;
  webhook_attempt: WebhookAttemptTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_secret: WebhookSecretTable;
  weekly_digest: WeeklyDigestTable;
  workstation: WorkstationTable;
}

/** Tables of people, sessions and background work. */
export interface GlobalTables {
  access_token: AccessTokenTable;
  ai_model: AiModelTable;
  ai_platform: AiPlatformTable;
  ai_platform_balance: AiPlatformBalanceTable;
  ai_price: AiPriceTable;
  ai_provider: AiProviderTable;
  ai_stream_ticket: AiStreamTicketTable;
  attempt_limit: AttemptLimitTable;
  backup_code: BackupCodeTable;
  bank_entry: BankEntryTable;
  demo_season: DemoSeasonTable;
  device: DeviceTable;
  device_person: DevicePersonTable;
  device_secret: DeviceSecretTable;
  direct_debit_file: DirectDebitFileTable;
  email_change: EmailChangeTable;
  idempotency_key: IdempotencyKeyTable;
  invoice_counter: InvoiceCounterTable;
  invoice_run: InvoiceRunTable;
  notification: NotificationTable;
  one_time_token: OneTimeTokenTable;
  operator_profile: OperatorProfileTable;
  org_token_secret: OrgTokenSecretTable;
  organization_visit: OrganizationVisitTable;
  outbox: OutboxTable;
  passkey: PasskeyTable;
  person: PersonTable;
  plan: PlanTable;
  plan_price: PlanPriceTable;
  preferences: PreferencesTable;
  process: ProcessTable;
  recovery_code: RecoveryCodeTable;
  restore_test: RestoreTestTable;
  retention_run: RetentionRunTable;
  scheduled_job: ScheduledJobTable;
  session: SessionTable;
  system_alert: SystemAlertTable;
  tax_rate: TaxRateTable;
  two_factor: TwoFactorTable;
  two_factor_setup: TwoFactorSetupTable;
  unknown_name: UnknownNameTable;
  uptime_day: UptimeDayTable;
  workstation_alarm: WorkstationAlarmTable;
  workstation_pin: WorkstationPinTable;
}
