import * as z from "zod/mini";
import { auditActions } from "../audit-actions.ts";
import { uuidSchema } from "../identifiers.ts";
import { isAuditTopic, maxSearchedActions } from "./audit-search.rules.ts";
import { cursorSchema, historyOf, pageLimitSchema } from "../pagination.ts";
import { timeSchema } from "../users/users.schema.ts";
import { withCode, dateSchema } from "../validation.ts";

/**
 * Types of actors and targets of an entry. The actor `emergency_code` is a user who entered that code without being
 * signed in.
 */
export const auditPartyTypes = [
  "user",
  "token",
  "link",
  "emergency_code",
  "system",
  "support",
  "organization",
  "session",
  "legacy_account",
  "workstation",
  "department",
  "site",
  "provider",
  "webhook",
  "plan",
  "invoice",
  "template",
] as const;
export type AuditPartyType = (typeof auditPartyTypes)[number];

export const auditOutcomes = ["success", "denied", "failed"] as const;

/** Areas of the actions. The area is the part of an action before the dot. */
export const auditAreas: readonly string[] = [
  ...new Set(auditActions.map((action) => action.slice(0, action.indexOf(".")))),
];

/** A single action ("user.updated"), all of an area ("user.*"), or a topic ("rights"). */
const actionFilter = z
  .string()
  .check(
    z.refine(
      (value) =>
        isAuditTopic(value) ||
        auditActions.some((action) => action === value) ||
        auditAreas.some((area) => `${area}.*` === value),
      withCode("identifier"),
    ),
  );

/** Actions separated by commas, at most {@link maxSearchedActions}. */
const searchedActions = z.string().check(
  z.maxLength(5_000),
  z.refine(
    (value) =>
      value.split(",").length <= maxSearchedActions &&
      value.split(",").every((part) => auditActions.some((action) => action === part)),
    withCode("identifier"),
  ),
);

/** Filters. An entry must match all filters of the request. */
export const auditFilterShape = {
  /**
   * Words in any order, each contained in the name or the account of the actor or the target as the entry shows them.
   * With `searchActions`, entries with one of those actions match as well.
   */
  search: z.optional(z.string().check(z.maxLength(100))),
  /**
   * The actions whose texts contain the search; clients know the texts of their language. Ignored without
   * `search`.
   */
  searchActions: z.optional(searchedActions),
  /** Matches both actor and target. */
  person: z.optional(uuidSchema),
  /** Id of the actor. */
  actor: z.optional(uuidSchema),
  action: z.optional(actionFilter),
  targetType: z.optional(z.enum(auditPartyTypes)),
  targetId: z.optional(uuidSchema),
  outcome: z.optional(z.enum(auditOutcomes)),
  /** First and last day, inclusive, in the organization's time zone; Europe/Berlin for the platform. */
  from: z.optional(dateSchema),
  to: z.optional(dateSchema),
} as const;

export const auditListQuery = z.strictObject({
  ...auditFilterShape,
  limit: pageLimitSchema,
  cursor: z.optional(cursorSchema),
});
export type AuditListQuery = z.output<typeof auditListQuery>;

export const auditExportQuery = z.strictObject({
  ...auditFilterShape,
  format: z._default(z.enum(["csv", "json"]), "csv"),
});

const partyShape = {
  type: z.enum(auditPartyTypes),
  id: z.nullable(uuidSchema),
  /** The name at that time; null if there is none, or if it was erased with the person. */
  name: z.nullable(z.string()),
  /**
   * The person's username, or their address if they have none; distinguishes people with the same name. Null for other
   * types.
   */
  account: z.nullable(z.string()),
} as const;

/** An entry of a chain. */
export const auditEntrySchema = z.strictObject({
  id: uuidSchema,
  /** Position in the chain, from 1 without gaps. */
  seq: z.int(),
  time: timeSchema,
  action: z.string(),
  outcome: z.enum(auditOutcomes),
  actor: z.strictObject({
    ...partyShape,
    role: z.nullable(z.string()),
    /** The application of an actor of type `token`; the other fields name the user it acted for. */
    application: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  }),
  target: z.nullable(z.strictObject(partyShape)),
  reason: z.nullable(z.string()),
  /** Values by field; a masked value is "•". The type of the values depends on the field. */
  changes: z.nullable(
    z.record(z.string(), z.strictObject({ before: z.nullable(z.unknown()), after: z.nullable(z.unknown()) })),
  ),
  request: z.nullable(
    z.strictObject({
      id: z.string(),
      method: z.string(),
      route: z.string(),
      ip: z.nullable(z.string()),
      userAgent: z.nullable(z.string()),
      /** Derived from the user agent, for display: "Firefox 140" and "Windows". Null where unknown. */
      browser: z.nullable(z.string()),
      system: z.nullable(z.string()),
      sessionId: z.nullable(z.string()),
    }),
  ),
  origin: z.string(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** `totalEstimate` is exact without a filter. With a filter, it is exact up to 1,000 and otherwise 1,001. */
export const auditPageSchema = historyOf(auditEntrySchema);

/**
 * A JSON export: the matching entries, newest first, and the checkpoint at which the chain begins. Without a filter the
 * file can be verified on its own. The hash of an entry is the SHA-256 of the hash before it (32 bytes; zeros before
 * entry 1) and its record as JSON with sorted keys and without whitespace. The first entry of the chain follows the
 * checkpoint.
 */
export type AuditFile = {
  entries: readonly AuditFileEntry[];
  /** Null if no entry has been removed. */
  checkpoint: AuditFileCheckpoint | null;
};

export type AuditFileEntry = AuditEntry & {
  /** The hashed record; names are digests. */
  record: object;
  /** Hexadecimal. */
  hash: string;
};

/** The last entry that was removed because it had expired. */
export type AuditFileCheckpoint = {
  seq: number;
  hash: string;
  occurredAt: string;
  /** Base64; verified with the portal's master key. */
  signature: string;
};

export const chainFaults = ["missing", "changed", "name", "end"] as const;
export type ChainFault = (typeof chainFaults)[number];

/** The result of verifying a chain. */
export const chainCheckSchema = z.strictObject({
  intact: z.boolean(),
  /** Number of valid entries, counted from the first. */
  entries: z.int(),
  checkedAt: timeSchema,
  /** Time of the first entry: if the chain is intact, nothing has changed since. Null without entries. */
  since: z.nullable(timeSchema),
  /**
   * Hash over the entire chain, hexadecimal, for comparison with a hash noted earlier. Null without entries.
   */
  head: z.nullable(z.string()),
  /** The first invalid entry and its fault; null if the chain is intact. */
  broken: z.nullable(
    z.strictObject({ seq: z.int(), fault: z.enum(chainFaults), time: z.nullable(timeSchema) }),
  ),
});
export type ChainCheck = z.output<typeof chainCheckSchema>;
