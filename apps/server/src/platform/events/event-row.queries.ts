import { prepareQuery } from "../db/prepared.ts";
import { type EventRow, eventsTopic } from "./event-row.ts";

const insertRow = prepareQuery<{ id: string; topic: string; payload: string }, unknown>((db, value) =>
  db.insertInto("outbox").values({ id: value("id"), topic: value("topic"), payload: value("payload") }),
);

/** Returns the statement that writes the row of a transaction's events. */
export function addEventRow({ id, events }: EventRow) {
  return insertRow({ id, topic: eventsTopic, payload: JSON.stringify({ events }) });
}
