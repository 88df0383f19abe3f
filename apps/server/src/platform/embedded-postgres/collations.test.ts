import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { makeTestFolders, query, type TestFolders } from "./test-support.ts";

let folders: TestFolders;

beforeAll(async () => {
  folders = await makeTestFolders();
});

afterAll(() => folders.remove());

const OLD_VERSIONS = `update pg_collation set collversion = '0' where collprovider = 'i'`;
const INDEX_FILE = `select pg_relation_filenode('sorted')::text as file`;
const STALE = `
  select count(*)::int as count from pg_collation
  where collversion is distinct from pg_collation_actual_version(oid) and collversion is not null`;

it("rebuilds the indexes of every database once after the sorting rules have changed", async () => {
  const dataDir = folders.withDatabase();
  const first = await startEmbeddedPostgres({ dataDir });
  await query(first.superuserUrl, "create database other");
  const otherUrl = first.superuserUrl.replace(/\/postgres$/, "/other");
  await query(otherUrl, `create table names (name text collate "de-x-icu")`);
  await query(otherUrl, "create index sorted on names (name)");
  const [before] = await query<{ file: string }>(otherUrl, INDEX_FILE);
  await query(otherUrl, OLD_VERSIONS);
  await query(first.superuserUrl, OLD_VERSIONS);
  await first.stop();

  const steps: string[] = [];
  const second = await startEmbeddedPostgres({ dataDir, onStep: (step) => steps.push(step) });
  const [after] = await query<{ file: string }>(otherUrl, INDEX_FILE);
  expect(after?.file).not.toBe(before?.file);
  expect(await query(otherUrl, STALE)).toEqual([{ count: 0 }]);
  expect(await query(second.superuserUrl, STALE)).toEqual([{ count: 0 }]);
  expect(steps.filter((step) => step.includes("sorting rules"))).toHaveLength(3);
  await second.stop();

  const third = await startEmbeddedPostgres({ dataDir, onStep: (step) => steps.push(step) });
  expect(steps.filter((step) => step.includes("sorting rules"))).toHaveLength(3);
  await third.stop();
});
