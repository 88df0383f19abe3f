import { sql } from "kysely";
import { prepareQuery } from "../db/prepared.ts";
import { type EventRow, eventsTopic } from "./event-row.ts";

/**
 * Inserts a row that is due a second later. By then the process that wrote it has published its events, unless it
 * crashed. The rows of one second are handled together.
 */
const insertRow = prepareQuery<{ id: string; topic: string; payload: string }, unknown>((db, value) =>
  db.insertInto("outbox").values({
    id: value("id"),
    topic: value("topic"),
    payload: value("payload"),
    available_at: sql<Date>`now() + interval '1 second'`,
  }),
);

/** Returns the statement that writes the row of a transaction's events. */
export function addEventRow({ id, events }: EventRow) {
  return insertRow({ id, topic: eventsTopic, payload: JSON.stringify({ events }) });
}
