import type { TenantTables } from "./tables.gen.ts";

/** What outlives the rows of a practice: its own row, its size, which goes with that, and its log. */
type KeptTable = "organization" | "organization_size" | "audit_chain" | "audit_entry" | "audit_name";

/** A new table of practices does not compile until it has its place here. */
const order: Readonly<Record<Exclude<keyof TenantTables, KeptTable>, number>> = {
  ai_alert: 1,
  ai_approval: 1,
  ai_balance: 1,
  ai_call: 1,
  ai_person_limit: 1,
  ai_policy: 1,
  ai_usage_day: 1,
  ai_usage_event: 1,
  ai_usage_person_day: 1,
  staff_check: 1,
  staff_change: 2,
  invitation: 3,
  org_token: 4,
  workstation: 5,
  transfer: 6,
  security_check: 7,
  membership: 8,
  department: 9,
  site: 10,
};

/** Every table of a practice beside what outlives them, in the order in which they are emptied: what refers to a row goes before it. */
export const emptiedTables: readonly string[] = Object.entries(order)
  .toSorted(([, left], [, right]) => left - right)
  .map(([table]) => table);
