import { uuidV7 } from "@praxisportal/contract/identifiers";
import { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import { userListQuery } from "@praxisportal/contract/users/users.schema";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { likePatterns } from "../../../platform/db/like-pattern.ts";
import { listUsers } from "./user-list.queries.ts";
import { listAllUsers } from "./users.platform-queries.ts";

/** A number of members above the limit up to which a search reads all rows. */
const bigSize = 20_050;

let testApp: TestApp;
let small: string;
let otherOrganization: string;
let big: string;
let app: pg.Client;
let owner: pg.Client;
beforeAll(async () => {
  testApp = await createTestApp();
  [small, otherOrganization, big] = [
    (await makeOrganization(testApp)).id,
    (await makeOrganization(testApp)).id,
    (await makeOrganization(testApp)).id,
  ];
  await addRows(
    big,
    Array.from({ length: bigSize }, (_unused, index) => ({
      first: index % 2 === 0 ? "Anneliese" : "Björn",
      last: `Muster-${(index * 7919) % 100_000}`,
      email: `p.${index}@example.org`,
      username: `b_${index}`,
    })),
  );
  app = new pg.Client({ connectionString: testApp.urls.app });
  owner = new pg.Client({ connectionString: testApp.urls.owner });
  await Promise.all([app.connect(), owner.connect()]);
  await owner.query("analyze membership");
});
afterAll(async () => {
  await Promise.all([app.end(), owner.end()]);
  await testApp.stop();
});

type Row = { first: string; last: string; email: string | null; username: string | null };

/** Inserts people directly, with one statement per table. */
async function addRows(organization: string, rows: readonly Row[]): Promise<string[]> {
  const ids = rows.map(() => uuidV7());
  const column = (name: keyof Row) => rows.map((row) => row[name]);
  await queryRows(
    testApp,
    "insert into person (id, first_name, last_name) select * from unnest($1::uuid[], $2::text[], $3::text[])",
    [ids, column("first"), column("last")],
  );
  await queryRows(
    testApp,
    `insert into membership (organization_id, id, person_id, first_name, last_name, email, username, status)
     select $1, id, id, first, last, email, username, 'active'
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[]) as p (id, first, last, email, username)`,
    [organization, ids, column("first"), column("last"), column("email"), column("username")],
  );
  return ids;
}

type List = { data: { id: string; username: string | null }[]; pagination: { total: number } };

async function search(organization: string, text: string): Promise<string[]> {
  const query = userListQuery.parse({ search: text, limit: "100" });
  const list = JSON.parse(
    await listUsers(testApp.app.identityDb.organization(organization), query, {
      now: testApp.clock.now(),
      withSecurity: true,
      withEmployment: true,
    }),
  ) as List;
  expect(list.data.length).toBe(Math.min(100, list.pagination.total));
  return list.data.map((user) => user.id).toSorted();
}

/** Calls search_members as the application's role, with an organization bound. */
async function searchMembers(organization: string | undefined, text: string): Promise<string[]> {
  await app.query("begin");
  try {
    if (organization !== undefined)
      await app.query("select set_config('app.organization_id', $1, true)", [organization]);
    const { rows } = await app.query<{ id: string }>("select search_members($1) as id", [likePatterns(text)]);
    return rows.map((row) => row.id).toSorted();
  } finally {
    await app.query("rollback");
  }
}

/** Applies the search rule word by word, with PostgreSQL's case-insensitive comparison. */
async function searchByRule(organization: string | null, text: string): Promise<string[]> {
  const terms = text.split(/\s+/u).filter(Boolean);
  const rows = await queryRows<{ id: string }>(
    testApp,
    `select person_id as id from membership m where organization_id = coalesce($1, organization_id) and status <> 'removed' and (
       select bool_and(concat_ws(' ', first_name, last_name, email, username)
         ilike '%' || regexp_replace(word, '([%_\\\\])', '\\\\\\1', 'g') || '%') from unnest($2::text[]) as word)`,
    [organization, terms],
  );
  return rows.map((row) => row.id).toSorted();
}

describe("a search in an organization", () => {
  it("R3-78 R7o-08 finds words in any order and in any field, ignoring case, umlauts included", async () => {
    const client = new TestClient(testApp);
    const { id } = await makeOrganization(testApp);
    await client.signIn(
      await makeMember(testApp, id, "org_admin", {
        firstName: "Ina",
        lastName: "Leitung",
        username: "leitung_1",
      }),
    );
    await makeMember(testApp, id, "viewer", {
      firstName: "Jörg Änne",
      lastName: "Großmann",
      username: "grossmann",
      email: "jg@example.org",
      password: null,
    });
    const find = async (text: string) => {
      const { result } = await client.call(listOrganizationUsers, {
        params: { id },
        query: { search: text },
      });
      return result.data.map((user) => user.username);
    };
    for (const text of [
      "großmann jörg",
      "ÄNNE Großmann",
      "  mann   jg@ ",
      "GROßmann",
      "ör ß",
      "grossmann änne",
    ]) {
      expect(await find(text), text).toEqual(["grossmann"]);
    }
    for (const text of ["großmann ina", "jörgänne", "gr0ßmann"]) expect(await find(text), text).toEqual([]);
    // Only spaces are not a search.
    expect(await find("   ")).toHaveLength(2);
  });

  it("see R3-78 finds telephone extensions, also together with names", async () => {
    const organization = await makeOrganization(testApp);
    const [anna = "", bea = "", otto = ""] = await addRows(organization.id, [
      { first: "Anna", last: "Durchwahl", email: "anna@example.org", username: "anna" },
      { first: "Bea", last: "Durchwahl", email: "bea@example.org", username: "bea_24" },
      { first: "Otto", last: "Ohne", email: null, username: "otto" },
    ]);
    const [elsewhere = ""] = await addRows(otherOrganization, [
      { first: "Cleo", last: "Durchwahl", email: null, username: "cleo" },
    ]);
    const setExtension = (id: string, extension: string | null) =>
      queryRows(testApp, "update membership set extension = $2 where person_id = $1", [id, extension]);
    await setExtension(anna, "24-7 #1");
    await setExtension(bea, "36");
    await setExtension(elsewhere, "24");
    const find = (text: string) => search(organization.id, text);
    expect(await find("24")).toEqual([anna, bea].toSorted());
    expect(await find("4-7")).toEqual([anna]);
    expect(await find("#1 24-7")).toEqual([anna]);
    expect(await find("durchwahl 36")).toEqual([bea]);
    expect(await find("24 36")).toEqual([bea]);
    expect(await find("anna 36")).toEqual([]);
    expect(await find("%")).toEqual([]);
    await setExtension(bea, null);
    expect(await find("36")).toEqual([]);
    await setExtension(otto, "99");
    expect(await find("99")).toEqual([otto]);
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [otto]);
    expect(await find("99")).toEqual([]);
  });

  it("R3-78 finds exactly the matches among random names with pattern characters, by every search strategy", async () => {
    const letters = fc.constantFrom(..."aäAÄbßsSöÖüé'%_\\-.@1 Ii".split(""));
    const word = fc.string({ unit: letters, minLength: 1, maxLength: 9 });
    const person = fc.record({
      first: word,
      last: word,
      email: fc.option(word.map((text) => text.toLowerCase())),
      username: fc.constant(null),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 1, maxLength: 6 }),
        fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        async (people, texts) => {
          await addRows(small, people);
          const parts = people.map(({ first, last }) => `${last.slice(0, 3)} ${first.slice(-3)}`);
          for (const text of [...texts, ...parts].filter((candidate) => candidate.trim() !== "")) {
            const expected = await searchByRule(small, text);
            expect(await searchMembers(small, text), text).toEqual(expected);
            const matches = await search(small, text);
            // A page contains at most a hundred rows.
            expect(expected.length > 100 ? expected : matches, text).toEqual(expected);
            const allMatches = JSON.parse(
              await listAllUsers(
                testApp.app.platformDb,
                userListQuery.parse({ search: text, limit: "1" }),
                testApp.clock.now(),
              ),
            ) as List;
            expect(allMatches.pagination.total, text).toBe((await searchByRule(null, text)).length);
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  it("see R3-78 finds extensions in an organization too large to scan, through their own index", async () => {
    const { rows } = await owner.query<{ id: string; extension: string }>(
      `update membership set extension = '*' || right(username, -2) where organization_id = $1
         and username like 'b\\_12%' returning person_id as id, extension`,
      [big],
    );
    const ids = (pattern: RegExp) =>
      rows.filter(({ extension }) => pattern.test(extension)).map(({ id }) => id);
    try {
      await owner.query("vacuum analyze membership");
      expect(await search(big, "*1234")).toEqual(ids(/1234/).toSorted());
      expect((await search(big, "muster *12")).length).toBe(Math.min(100, ids(/12/).length));
      await app.query("begin");
      await app.query("select set_config('app.organization_id', $1, true)", [big]);
      const { rows: plan } = await app.query<{ "QUERY PLAN": string }>(
        `explain select person_id from membership where organization_id = $1 and status <> 'removed'
           and extension is not null and extension like any (array['%*1234%'])`,
        [big],
      );
      expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("membership_extension");
    } finally {
      await app.query("rollback");
      await owner.query("update membership set extension = null where organization_id = $1", [big]);
    }
  });

  it("see R3-78 finds the same people in an organization too large to scan, by trigrams and by shorter terms", async () => {
    for (const text of [
      "muster-123",
      "anneliese 77",
      "björn muster-9",
      "p.999@",
      "7",
      "zz",
      "b_1999 ann",
      "%",
    ]) {
      const expected = await searchByRule(big, text);
      const matches = await search(big, text);
      expect(await searchMembers(big, text), text).toEqual(expected);
      expect(matches.length, text).toBe(Math.min(100, expected.length));
      expect(
        matches.every((id) => expected.includes(id)),
        text,
      ).toBe(true);
    }
  });
});

describe("search_members", () => {
  it("see R1-01 finds no one without a bound organization, and no one of another organization", async () => {
    const [mine] = await addRows(small, [
      { first: "Xaverine", last: "Nurhier", email: null, username: "xaverine" },
    ]);
    expect(await searchMembers(small, "xaverine")).toEqual([mine]);
    expect(await searchMembers(otherOrganization, "xaverine")).toEqual([]);
    expect(await searchMembers(undefined, "xaverine")).toEqual([]);
    expect(await searchMembers("", "xaverine")).toEqual([]);
    expect(await searchMembers(small, "")).toEqual([]);
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [mine]);
    expect(await searchMembers(small, "xaverine")).toEqual([]);
  });

  it("see R1-01 uses the trigram index, which a statement of the application itself cannot use", async () => {
    const scans = async () => {
      const { rows } = await app.query<{ scans: string }>(
        "select pg_stat_get_xact_numscans('membership_search'::regclass) as scans",
      );
      return Number(rows[0]?.scans);
    };
    await app.query("begin");
    await app.query("select set_config('app.organization_id', $1, true)", [big]);
    const before = await scans();
    const { rows } = await app.query("select search_members(array['%muster-1234%'])");
    expect(rows.length).toBeGreaterThan(0);
    expect(await scans()).toBe(before + 1);
    const { rows: plan } = await app.query<{ "QUERY PLAN": string }>(
      "explain select from membership where organization_id = $1 and search_text like '%muster-1234%'",
      [big],
    );
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).not.toContain("membership_search");
    await app.query("rollback");
  });

  it("see R1-01 belongs to a role that can only read the four columns it needs", async () => {
    const { rows } = await owner.query<{ relation: string; column: string; privilege: string }>(`
      select c.relname as relation, a.attname as column, privilege
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
        unnest(array['select', 'insert', 'update', 'references']) as privilege
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and has_column_privilege('portal_search', c.oid, a.attnum, privilege)
      order by a.attname`);
    expect(rows).toEqual(
      ["organization_id", "person_id", "search_text", "status"].map((column) => ({
        relation: "membership",
        column,
        privilege: "select",
      })),
    );
    const { rows: more } = await owner.query(`
      select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
        and (has_table_privilege('portal_search', c.oid, 'delete') or has_table_privilege('portal_search', c.oid, 'truncate')
          or has_table_privilege('portal_search', c.oid, 'trigger'))`);
    expect(more).toEqual([]);
    const { rows: role } = await owner.query(`
      select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
        has_schema_privilege(oid, 'public', 'create') as creates,
        (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships
      from pg_roles where rolname = 'portal_search'`);
    expect(role).toEqual([
      {
        rolcanlogin: false,
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        creates: false,
        memberships: 0,
      },
    ]);
    const { rows: privileges } = await owner.query(`
      select has_function_privilege('portal_app', 'search_members(text[])', 'execute') as app,
        has_function_privilege('portal_platform', 'search_members(text[])', 'execute') as platform,
        has_function_privilege('portal_reader', 'search_members(text[])', 'execute') as reader`);
    expect(privileges).toEqual([{ app: true, platform: false, reader: false }]);
  });

  it("see R1-01 cannot be tricked by the search path or by tables and functions of its caller", async () => {
    const [mine] = await addRows(small, [
      { first: "Quirin", last: "Nurhier", email: null, username: "quirin" },
    ]);
    await app.query("begin");
    await app.query("create temp table membership (like public.membership including defaults)");
    await app.query("grant all on membership to public");
    await app.query(
      `insert into pg_temp.membership (organization_id, id, person_id, first_name, last_name, status, search_text)
       values ($1, $2, $2, 'Quirin', 'Falsch', 'active', 'quirin falsch')`,
      [small, uuidV7()],
    );
    await app.query("create function pg_temp.lower(text) returns text language sql as $$ select 'falsch' $$");
    await app.query("set local search_path = pg_temp, public");
    await app.query("select set_config('app.organization_id', $1, true)", [small]);
    const { rows } = await app.query("select public.search_members(array['%quirin%']) as id");
    expect(rows).toEqual([{ id: mine }]);
    await app.query("rollback");
  });
});
