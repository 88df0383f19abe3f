import { sql } from "kysely";
import type { AuditDraft } from "../platform/audit/audit-record.ts";
import { prepareQuery } from "../platform/db/prepared.ts";

/** An action that can fail because no account has the name or address. */
export type UnknownNameAction =
  | "auth.login"
  | "auth.password_reset_requested"
  | "token.created"
  | "user.password_reset"
  | "organization.emergency_code_used";

/** Returns how many networks have failed in a window, and whether the given one is among them. */
export const networksOf = prepareQuery<
  { windowEndsAt: Date; network: string },
  { networks: string; is_counted: boolean | null }
>((db, value) =>
  db
    .selectFrom("unknown_name")
    .select((eb) => [
      eb.fn.count<string>("network").distinct().as("networks"),
      sql<boolean | null>`bool_or(network = ${value("network")})`.as("is_counted"),
    ])
    .where("window_ends_at", "=", value("windowEndsAt")),
);

/** Adds an attempt to the counter of a network; its first request is kept. */
export const countAttempt = prepareQuery<
  {
    windowEndsAt: Date;
    network: string;
    action: UnknownNameAction;
    reason: string;
    request: string | null;
    origin: NonNullable<AuditDraft["origin"]>;
  },
  unknown
>((db, value) =>
  db
    .insertInto("unknown_name")
    .values({
      window_ends_at: value("windowEndsAt"),
      network: value("network"),
      action: value("action"),
      reason: value("reason"),
      attempts: 1,
      request: sql`${value("request")}::jsonb`,
      origin: value("origin"),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["window_ends_at", "network", "action", "reason"])
        .doUpdateSet({ attempts: sql`unknown_name.attempts + 1` }),
    ),
);
