import pg from "pg";
import type { TestApp } from "./test-app.ts";

/**
 * Runs `work` while every write of a row takes 50 ms, so that parallel changes overlap between check and
 * write, on a machine of any speed.
 */
export async function withSlowWrites<Result>(
  testApp: TestApp,
  table: "membership" | "one_time_token" | "stored_file" | "webhook" | "workstation",
  work: () => Promise<Result>,
): Promise<Result> {
  const owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
  try {
    await owner.query(`
      create function slow_write() returns trigger language plpgsql as
        'begin perform pg_sleep(0.05); return new; end';
      create trigger slow_write before insert or update on ${table}
        for each row execute function slow_write()`);
    return await work();
  } finally {
    await owner.query("drop function slow_write cascade");
    await owner.end();
  }
}
