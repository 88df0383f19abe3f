import { describe, expect, it } from "vitest";
import { readMigrations } from "../../apps/server/src/platform/db/migrate.ts";
import { exemptMigrations, migrationFaults, renamingMigration } from "./check-migration.ts";

const begin = "set local lock_timeout = '2s';\n";

describe("the check of migrations", () => {
  it("see R0-238 accepts the migrations of the repository", async () => {
    const migrations = (await readMigrations()).slice(exemptMigrations);
    for (const { name, sql } of migrations) {
      const faults = await migrationFaults(sql);
      const others =
        name === renamingMigration ? faults.filter((fault) => !fault.startsWith("renames")) : faults;
      expect(others, name).toEqual([]);
    }
  });

  it.each([
    ["no lock_timeout", "alter table person add column note text"],
    ["a lock_timeout for the session", "set lock_timeout = '2s'; alter table person add column note text"],
    [
      "a lock_timeout that is too long",
      "set local lock_timeout = '60s'; alter table person add column note text",
    ],
    [
      "a lock_timeout above 5 s",
      "set local lock_timeout = '5001ms'; alter table person add column note text",
    ],
    ["a lock_timeout that is off", "set local lock_timeout = 0; alter table person add column note text"],
  ])("R0-238 rejects a migration with %s", async (_title, sql) => {
    expect(await migrationFaults(sql)).toEqual([expect.stringContaining("lock_timeout")]);
  });

  it.each([
    ["create index", "create index person_note on person (note)"],
    ["a unique index", "create unique index person_note on person (note)"],
    ["a unique constraint", "alter table person add constraint one unique (note)"],
    ["a unique column", "alter table person add column note text unique"],
    ["reindex", "reindex table person"],
  ])("R0-238 rejects an index built while writers wait: %s", async (_title, sql) => {
    expect(await migrationFaults(begin + sql)).toEqual([expect.stringMatching(/while (its )?writers wait/)]);
  });

  it.each([
    ["another type", "alter table session alter column note type bigint"],
    ["a volatile default", "alter table session add column token uuid default gen_random_uuid()"],
    ["a generated column", "alter table session add column note text generated always as (label) stored"],
    ["an identity column", "alter table session add column number int generated always as identity"],
    ["an update of all rows", "update session set note = ''"],
    ["a deletion of all rows", "delete from session"],
    ["vacuum full", "vacuum full session"],
    ["cluster", "cluster session using session_pkey"],
    ["unlogged", "alter table session set unlogged"],
    ["logged", "alter table session set logged"],
    ["another access method", "alter table session set access method columnar"],
    ["another tablespace", "alter table session set tablespace fast"],
    ["an update of all people", "update person set phone = ''"],
    ["an update of all memberships", "update membership set phone = ''"],
    ["a deletion of all audit entries", "delete from audit_entry"],
  ])("R0-238 rejects the rewrite of a large table: %s", async (_title, sql) => {
    expect(await migrationFaults(begin + sql)).toEqual([expect.stringMatching(/rewrites|every row/)]);
  });

  it.each([
    ["a table", "alter table session rename to sign_in"],
    ["a column", "alter table session rename column note to comment"],
    ["a function", "alter function find_caller(bytea, bytea) rename to caller_of"],
  ])("rejects renaming %s, which another version still uses", async (_title, sql) => {
    expect(await migrationFaults(begin + sql)).toEqual([expect.stringMatching(/^renames/)]);
  });

  it.each([
    ["a check constraint", "alter table session add constraint one check (note <> '')"],
    ["a foreign key", "alter table session add constraint one foreign key (note) references person (id)"],
    ["not null", "alter table session alter column note set not null"],
  ])("see R0-238 rejects %s that reads a large table while writers wait", async (_title, sql) => {
    expect(await migrationFaults(begin + sql)).toEqual([expect.stringContaining("reads all of session")]);
  });

  it.each([
    ["a renamed index", "alter index session_person rename to session_of_person"],
    ["a column with a constant", "alter table session add column note text not null default ''"],
    ["a column with the time", "alter table session add column at timestamptz not null default now()"],
    [
      "a new table with its index",
      "create table a (b int unique); create index a_b on a (b); update a set b = 1",
    ],
    [
      "a constraint that is not valid yet",
      "alter table session add constraint one check (note <> '') not valid",
    ],
    [
      "its validation and not null",
      "alter table session validate constraint one, alter column note set not null",
    ],
    ["an update of some rows", "update session set note = '' where ended_at is null"],
    ["a change of all organizations", "update organization set note = ''"],
  ])("see R0-238 accepts %s", async (_title, sql) => {
    expect(await migrationFaults(begin + sql)).toEqual([]);
  });

  it("see R0-238 accepts a concurrent index build only if it is alone in its file and repeatable", async () => {
    const build = "create index concurrently if not exists session_note on session (note);";
    expect(await migrationFaults(`-- transaction: none\n${build}`)).toEqual([]);
    expect(
      await migrationFaults("-- transaction: none\ndrop index concurrently if exists session_note;"),
    ).toEqual([]);
    for (const sql of [
      `${build} select 1;`,
      build.replace("if not exists ", ""),
      build.replace("concurrently ", ""),
    ])
      expect(await migrationFaults(`-- transaction: none\n${sql}`)).toHaveLength(1);
  });
});
