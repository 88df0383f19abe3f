import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";

type Table = keyof GlobalTables | keyof TenantTables;

/** A part of the file: rows of one table about a person. */
export type OwnSection<Name extends Table = Table> = {
  /** The key of the section, in camel case. */
  name: string;
  table: Name;
  /** Exported columns; the first one orders the section. */
  columns: readonly string[];
  /** Columns that are not exported: secrets, other people, and how the portal stores the row. */
  leftOut: readonly string[];
  /** SQL condition of the person's rows; `$1` is the person. */
  condition: string;
  /** Further fields as SQL expressions, by name. */
  computed?: Readonly<Record<string, string>>;
};

function section<Name extends Table>(
  name: string,
  table: Name,
  columns: string,
  {
    leftOut = "",
    condition = "person_id = $1",
    computed,
  }: { leftOut?: string; condition?: string } & Pick<OwnSection, "computed"> = {},
): OwnSection<Name> {
  const words = (text: string) => text.split(/\s+/).filter(Boolean);
  return {
    name,
    table,
    columns: words(columns),
    leftOut: words(leftOut),
    condition,
    ...(computed && { computed }),
  };
}

/** Sections of the account, independent of any organization. Tests compare the columns with the database. */
export const accountSections: readonly OwnSection<keyof GlobalTables>[] = [
  section(
    "account",
    "person",
    `id email email_verified_at pending_email first_name last_name phone platform_role platform_username language
    is_dark_mode must_change_password password_expires_at failed_login_attempts locked_until lock_reason deactivated_at
    last_login_at last_organization_id created_at updated_at`,
    { leftOut: "password_hash is_demo version", condition: "id = $1" },
  ),
  section(
    "emailChanges",
    "email_change",
    "created_at old_email new_email confirmed_at withdrawn_at organization_id",
    { leftOut: "id person_id requested_by" },
  ),
  section("secondFactor", "two_factor", "enabled_at created_at", { leftOut: "person_id secret last_step" }),
  section("backupCodes", "backup_code", "slot created_at used_at", { leftOut: "person_id code_hash" }),
  section("passkeys", "passkey", "created_at name transports is_synced last_used_at", {
    leftOut: "id person_id credential_id public_key counter",
  }),
  section(
    "recoveryCodes",
    "recovery_code",
    "created_at organization_id purpose expires_at attempts used_at revoked_at",
    { leftOut: "id person_id code_hash created_by" },
  ),
  section(
    "sessions",
    "session",
    `created_at id device_id start_organization_id remember_me restriction user_agent address authenticated_at
    second_factor_at last_active_at absolute_expires_at locked_at ended_at end_reason pin_organization_id`,
    { leftOut: "person_id day_code_id" },
  ),
  section(
    "devices",
    "device_person",
    "first_seen_at device_id last_seen_at trusted_until full_sign_in_at second_factor_at",
    {
      leftOut: "person_id",
      computed: { label: "(select d.label from device d where d.id = device_person.device_id)" },
    },
  ),
  section("pins", "workstation_pin", "created_at device_id organization_id", {
    leftOut: "person_id pin_hash",
  }),
  section("preferences", "preferences", "updated_at settings", { leftOut: "person_id version" }),
  section(
    "notifications",
    "notification",
    "created_at organization_id type kind messages route read_at deleted_at",
    { leftOut: "id person_id subject_id mail" },
  ),
  section("organizationVisits", "organization_visit", "opened_at session_id organization_id", {
    leftOut: "id",
    condition: "session_id in (select s.id from session s where s.person_id = $1)",
  }),
];

/** Sections of an organization's data about a person. */
export const organizationSections: readonly OwnSection<keyof TenantTables>[] = [
  section(
    "membership",
    "membership",
    `joined_at id username role permissions status department first_name last_name email email_verified phone initials
    job_title extension physician_number site_id starts_on valid_until is_external confidentiality_on
    two_factor_enabled failed_login_attempts locked_until lock_reason blocked_at blocked_reason last_login_at
    last_activity_at created_at updated_at`,
    {
      leftOut: "person_id blocked_by search_text version end_announced_for",
      computed: {
        siteName: `(select s.name from site s where s.organization_id = membership.organization_id
          and s.id = membership.site_id)`,
      },
    },
  ),
  section(
    "invitations",
    "invitation",
    "created_at message language expires_at sent_at accepted_at revoked_at",
    {
      leftOut: "id membership_id invited_by",
      condition: `membership_id in (select m.id from membership m
        where m.organization_id = invitation.organization_id and m.person_id = $1)`,
    },
  ),
  section(
    "onboardingAndOffboarding",
    "staff_change",
    "created_at id kind state takes_effect_at blocked_at done_at items webhooks completed_at reminded_at",
    { leftOut: "membership_id person_id successor_id webhook_choices outcome created_by" },
  ),
  section("checklists", "staff_check", "checked_at change_id item", {
    leftOut: "checked_by",
    condition: `change_id in (select c.id from staff_change c
      where c.organization_id = staff_check.organization_id and c.person_id = $1)`,
  }),
  section("reviews", "rights_review_decision", "decided_at decision reason role permissions", {
    leftOut: "review_id person_id decided_by entry_id",
    // Until a review is completed, its decisions are a draft.
    condition: `person_id = $1 and exists (select from rights_review r
      where r.organization_id = rights_review_decision.organization_id
        and r.id = rights_review_decision.review_id and r.completed_at is not null)`,
  }),
  section(
    "transfers",
    "transfer",
    "performed_at direction other_organization role_before role_after undone_at",
    {
      leftOut: "id person_id performed_by undone_by saved_membership",
    },
  ),
  section("aiLimits", "ai_person_limit", "limit_tokens limit_micro stopped_at stopped_reason", {
    leftOut: "person_id",
  }),
  section("aiAlerts", "ai_alert", "period threshold_percent reached_at notified_at", {
    leftOut: "person_id",
  }),
  section(
    "aiUsagePerDay",
    "ai_usage_person_day",
    "local_day currency calls input_tokens output_tokens audio_seconds cost_micro estimated_calls unpriced_calls",
    { leftOut: "person_id" },
  ),
  section("aiInstructions", "ai_instruction_confirmation", "confirmed_at version", { leftOut: "person_id" }),
  section("aiTemplates", "ai_template", "created_at id name text updated_at", {
    leftOut: "person_id created_by",
  }),
  section(
    "tokens",
    "org_token",
    `created_at id application_id application_name application_type scopes access_expires_at refresh_expires_at
    last_used_at last_address revoked_at revoke_reason`,
    { leftOut: "person_id membership_id generation previous_retires_at revoked_by" },
  ),
  section("weeklyDigests", "weekly_digest", "sent_for", { leftOut: "person_id" }),
  section("namesInTheLog", "audit_name", "display", {
    leftOut: "person_id salt digest",
    // A row without the name has no content.
    condition: "person_id = $1 and display is not null",
  }),
];

/** Expressions of the caller's own request in an audit entry. */
const ownRequest = {
  address: "record->'request'->>'address'",
  userAgent: "record->'request'->>'userAgent'",
  method: "record->'request'->>'method'",
  route: "record->'request'->>'route'",
  sessionId: "record->'request'->>'sessionId'",
};

/** Returns the SQL for a field of the record of a change, or null unless the person themselves was changed. */
const aboutMe = (field: string) => `case when target_id = $1 then record->'${field}' end`;

const omittedLogColumns = "seq id actor_id target_id record prev_hash hash";

/**
 * The audit entries of a person, of organizations and of the platform. Each section is read in the order of one index.
 * The first contains no data about other people, the second only the role in which they acted.
 */
export const logSections: readonly OwnSection<"audit_entry">[] = [
  section("ownActions", "audit_entry", "occurred_at action outcome target_type", {
    leftOut: omittedLogColumns,
    condition: "actor_id = $1",
    computed: {
      isAboutMe: "target_id is not distinct from $1",
      changes: aboutMe("changes"),
      reason: aboutMe("reason"),
      application: "record->'actor'->'application'->>'id'",
      ...ownRequest,
    },
  }),
  section("actionsOfOthersAboutMe", "audit_entry", "occurred_at action outcome target_type", {
    leftOut: omittedLogColumns,
    condition: "target_id = $1 and actor_id is distinct from $1",
    computed: {
      actorType: "record->'actor'->>'type'",
      actorRole: "record->'actor'->>'role'",
      changes: "record->'changes'",
      reason: "record->'reason'",
    },
  }),
];

/** Tables with rows about people that are not a section. */
export const tablesLeftOut: Readonly<Partial<Record<Table, string>>> = {
  access_token: "hashes of credentials, valid for minutes",
  ai_balance: "follows from the usage of the month",
  ai_call: "calls that are running now",
  ai_stream_ticket: "prompts of calls that start now, valid for seconds",
  ai_usage_event: "single calls; the sums of each day are exported",
  bank_entry: "money of organizations; the person only imported it, which is in the log",
  device: "devices may be shared; the person's use of them is exported",
  device_secret: "hashes of credentials",
  direct_debit_file: "money of organizations; the person only created it, which is in the log",
  emergency_code: "about an organization; what the person did is in the log",
  evidence_folder: "about an organization; the request is in the log",
  idempotency_key: "hashes that recognize repeated requests, for a day",
  invoice: "about an organization; what the person did is in the log",
  invoice_payment: "about an organization; what the person did is in the log",
  invoice_run: "about the platform; what the person did is in the log",
  one_time_token: "hashes of links and tickets, valid for a short time",
  org_token_secret: "hashes of credentials",
  organization: "about an organization; what the person did is in the log",
  rights_review: "about an organization; what the person did is in the log",
  two_factor_setup: "secrets of a setup that is not finished",
  webhook: "about an organization; what the person did is in the log",
  workstation: "about an organization; the person's devices are exported",
  workstation_alarm: "calls for help from a lock screen, valid for half an hour",
};
