import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, vi } from "vitest";
import { startSecondPortal } from "../second-portal.ts";
import type { TestApp } from "../test-app.ts";

/** Maximum time for a step of another process on a busy machine. */
export const waitOptions = { timeout: 60_000, interval: 50 };

/** Kit for tests that kill a real portal process alongside the server of the test. Both use the same database. */
export type KillKit = Awaited<ReturnType<typeof createKillKit>>;

/**
 * Creates a folder and opens connections of the owner and the superuser for these tests. Triggers that hold a step of
 * the other process can call `is_other()`.
 */
export async function createKillKit(testApp: TestApp) {
  const folder = await mkdtemp(join(tmpdir(), "praxisportal killed-"));
  const owner = new pg.Client({ connectionString: testApp.urls.owner });
  const { pathname } = new URL(testApp.urls.owner);
  const admin = new pg.Client({ connectionString: new URL(pathname, inject("cluster").adminUrl).href });
  await Promise.all([owner.connect(), admin.connect()]);
  await owner.query(`
    create function is_other() returns boolean language sql as
      $$ select coalesce(current_setting('test.process', true), '') = 'other' $$`);
  const running: ChildProcess[] = [];
  return {
    folder,
    owner,
    admin,
    /** Starts the portal as another process, and returns it with its URL. */
    async start(env?: Readonly<Record<string, string>>) {
      const secondPortal = await startSecondPortal(testApp, folder, env);
      running.push(secondPortal.child);
      return secondPortal;
    },
    /** Kills a process and waits for its end. */
    async kill(child: ChildProcess): Promise<void> {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
    /** Takes an advisory lock that a trigger waits for. */
    hold: (lock: number) => owner.query("select pg_advisory_lock($1)", [lock]),
    release: (lock: number) => owner.query("select pg_advisory_unlock($1)", [lock]),
    /**
     * Waits until the given number of connections, by default one, wait for an advisory lock. Returns their
     * process ids.
     */
    waiters: (lock: number, count?: number): Promise<number[]> =>
      vi.waitFor(async () => {
        const { rows } = await admin.query<{ pid: number }>(
          `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted
             and database = (select oid from pg_database where datname = current_database())`,
          [lock],
        );
        if (count === undefined) expect(rows).not.toEqual([]);
        else expect(rows).toHaveLength(count);
        return rows.map(({ pid }) => pid);
      }, waitOptions),
    /** Kills the processes that are still running, and removes the objects that the kit created. */
    async stop(): Promise<void> {
      for (const child of running) child.kill("SIGKILL");
      await Promise.all([owner.end(), admin.end()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
