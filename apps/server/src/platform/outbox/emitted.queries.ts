import { prepareQuery } from "../db/prepared.ts";

type NewMessage = { id: string; topic: string; payload: Readonly<Record<string, unknown>> };

const insertMessage = prepareQuery<{ id: string; topic: string; payload: string }, unknown>((db, value) =>
  db.insertInto("outbox").values({ id: value("id"), topic: value("topic"), payload: value("payload") }),
);

/** Returns the statement that writes a message which is due at once. */
export function addMessage({ id, topic, payload }: NewMessage) {
  return insertMessage({ id, topic, payload: JSON.stringify(payload) });
}
