import { sql } from "kysely";
import type { PlatformDb } from "../../db/platform-db.ts";

/**
 * Register of the running processes, in the table `process`. With it, a process that starts inside a partition of the
 * bus detects the processes that it cannot hear.
 */
export type ProcessRegister = {
  /** Records that a process is running. Returns the ids of the others. */
  beat(id: string): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
  /** Returns the last beats of the other processes by id. They can only be compared with each other. */
  readOtherBeats(id: string): Promise<ReadonlyMap<string, string>>;
};

/** Time without a beat after which a process has ended, or has no database and therefore makes no changes. */
const staleSeconds = 5;

/** Creates the register in the database, which uses the clock of the database. */
export function createProcessRegister(db: PlatformDb): ProcessRegister {
  return {
    async beat(id) {
      const { rows } = await sql<{ id: string }>`
        with own as (
          insert into process (id, beat_at) values (${id}, clock_timestamp())
          on conflict (id) do update set beat_at = excluded.beat_at
        ), ended as (
          delete from process where id in (
            select id from process where beat_at < clock_timestamp() - ${staleSeconds} * interval '1 second'
              and id <> ${id} for update skip locked)
        )
        select id from process
        where id <> ${id} and beat_at > clock_timestamp() - ${staleSeconds} * interval '1 second'`.execute(
        db.writes,
      );
      return rows.map((row) => row.id);
    },
    async readOtherBeats(id) {
      const rows = await db.writes
        .selectFrom("process")
        .select(["id", sql<string>`beat_at::text`.as("beat")])
        .where("id", "<>", id)
        .execute();
      return new Map(rows.map((row) => [row.id, row.beat]));
    },
    async remove(id) {
      await db.writes.deleteFrom("process").where("id", "=", id).execute();
    },
  };
}
