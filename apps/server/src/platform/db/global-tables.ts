/**
 * Tables with an `organization_id` that are not tenant tables. Their rows belong to a person, a session or a secret,
 * and are read before an organization is bound or across all organizations of a person. Every other table with the
 * column is isolated by row-level security.
 */
export const globalTables = [
  "ai_stream_ticket",
  "email_change",
  "idempotency_key",
  "notification",
  "org_token_secret",
  "organization_visit",
  "recovery_code",
  "workstation_pin",
] as const;
