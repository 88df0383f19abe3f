import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/test-app.ts";
import { pageStatement } from "../../features/org-tokens/token-list.queries.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { platformChainId } from "../audit/audit-record.ts";
import { Database } from "./database.ts";
import { IdentityDb } from "./handles.ts";
import type { OrganizationQueries } from "./query-builders.ts";
import { organizationBuilder, statementName, unnamedStatements } from "./builder.ts";

const tokenSearch = (search: string) =>
  pageStatement(
    { search },
    { sortBy: "createdAt", sortOrder: "desc" },
    { limit: 10, offset: 0 },
    new Date(),
  ).compile(organizationBuilder).sql;

describe("names of prepared statements", () => {
  it("are the same for a token search with any number of words", () => {
    const shortSearch = tokenSearch("kasse");
    expect(shortSearch).toContain("search_text");
    expect(tokenSearch("kasse am empfang")).toBe(shortSearch);
  });

  it("are assigned from the third use of a statement, and never change", () => {
    const uses = Array.from({ length: 5 }, () => statementName("select 'third'"));
    expect(uses.slice(0, 2)).toEqual([undefined, undefined]);
    expect(uses[2]).toBeDefined();
    expect(new Set(uses.slice(2)).size).toBe(1);
  });

  it("are taken from statements that are no longer in use", () => {
    for (let index = 0; index < 2_000; index += 1) {
      for (let use = 0; use < 3; use += 1) statementName(`select ${index}`);
    }
    const [, , third] = Array.from({ length: 3 }, () => statementName("select 'a later release'"));
    expect(third).toBeDefined();
  });

  it("let the database keep the plan of a recurring statement among hundreds of others", async () => {
    const database = await createTestDatabase();
    // Of three connections, one is for reads, so every read uses the same one.
    const db = new Database({ url: database.urls.app, maxConnections: 3, applicationName: "names" });
    const read = (text: string) =>
      db.readIdentity((builder) => ({
        compile: () => sql<{ one: number }>`${sql.raw(text)}`.compile(builder),
      }));
    for (let index = 0; index < 600; index += 1) await read(`select ${index} as one`);
    for (let use = 0; use < 3; use += 1) await read("select 1 as one, 'recurring'");
    const prepared = await db.pool.query("select statement from pg_prepared_statements");
    await db.close();
    await database.drop();
    expect(prepared.rows).toEqual([{ statement: "select 1 as one, 'recurring'" }]);
  });

  it("are limited in number on a connection, which still runs every statement", async () => {
    const database = await createTestDatabase();
    const db = new Database({
      url: database.urls.app,
      maxConnections: 3,
      applicationName: "names",
      maxPrepared: 10,
    });
    const organization = new IdentityDb(db).organization(platformChainId);
    for (let shape = 0; shape < 45; shape += 1) {
      for (let use = 0; use < 3; use += 1) {
        const text = sql<{ shape: number }>`${sql.raw(`select ${shape} as shape, 'of a filter'`)}`;
        const build = (builder: OrganizationQueries) => ({ compile: () => text.compile(builder) });
        expect(await organization.read(build)).toMatchObject([{ shape }]);
      }
    }
    const prepared = await db.pool.query<{ name: string }>("select name from pg_prepared_statements");
    await db.close();
    await database.drop();
    expect(prepared.rows.length).toBeGreaterThan(0);
    expect(prepared.rows.length).toBeLessThan(25);
  });

  it("are not given to rare statements, which /metrics counts", async () => {
    const metrics = createMetrics();
    const counted = async () =>
      Number(/^praxisportal_unnamed_statements_total (\d+)$/m.exec(await metrics.text())?.[1]);
    const before = unnamedStatements();
    expect(await counted()).toBe(before);
    for (let use = 0; use < 5; use += 1) statementName("select 'counted'");
    expect(await counted()).toBe(before + 2);
  });
});
