import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";

let testApp: TestApp;
let organizations: string[];
beforeAll(async () => {
  testApp = await createTestApp();
  organizations = [];
  for (let index = 0; index < 3; index += 1) organizations.push((await makeOrganization(testApp)).id);
});
afterAll(() => testApp.stop());

/** Returns the stored and the counted numbers of people who were not removed. */
async function sizes() {
  return queryRows<{ id: string; stored: number; counted: number }>(
    testApp,
    `select o.organization_id as id, coalesce(s.members, 0) as stored,
       (select count(*)::int from membership m where m.organization_id = o.organization_id and m.status <> 'removed')
         as counted
     from organization o left join organization_size s using (organization_id)`,
  );
}

/** Checks that stored and counted sizes match; returns the size of the largest organization. */
async function expectMatchingSizes(): Promise<number> {
  const sizeRows = await sizes();
  for (const { id, stored, counted } of sizeRows) expect([id, stored]).toEqual([id, counted]);
  return Math.max(...sizeRows.map(({ stored }) => stored));
}

it("see R7o-08 the stored size of an organization equals its count under concurrent changes", async () => {
  let largest = 0;
  const change = fc.record({
    organization: fc.integer({ min: 0, max: 2 }),
    act: fc.constantFrom("add", "add", "add", "remove", "return", "block", "sign in", "erase"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      await Promise.all(
        changes.map(async ({ organization, act }) => {
          const id = organizations[organization] ?? "";
          if (act === "add") return void (await makeMember(testApp, id, "viewer", { password: null }));
          const changeSets = {
            remove: "update membership m set status = 'removed'",
            return: "update membership m set status = 'active'",
            block: "update membership m set blocked_at = now(), status = status",
            "sign in": "update membership m set last_login_at = now()",
            erase: "delete from membership m",
          }[act];
          await queryRows(
            testApp,
            // Locked in one order, so that two such statements cannot deadlock.
            `${changeSets} where m.id in (select id from membership where id in (
               select id from membership where organization_id = $1 order by random() limit 2) order by id for update)`,
            [id],
          );
        }),
      );
      largest = Math.max(largest, await expectMatchingSizes());
    }),
    { numRuns: 25 },
  );
  expect(largest).toBeGreaterThan(1);
});

it("see R7o-08 one statement that adds to several organizations is counted in each; a deleted organization leaves no size", async () => {
  const { id } = await makeOrganization(testApp);
  await queryRows(
    testApp,
    `with people as (
       insert into person (id, first_name, last_name)
       select gen_random_uuid(), 'Mia', 'Muster' from generate_series(1, 50) returning id)
     insert into membership (organization_id, id, person_id, first_name, last_name, status)
     select organization, gen_random_uuid(), people.id, 'Mia', 'Muster',
       case when row_number() over () % 5 = 0 then 'removed' else 'active' end
     from people, unnest($1::uuid[]) as organization`,
    [[id, organizations[0]]],
  );
  await expectMatchingSizes();
  expect((await sizes()).find((size) => size.id === id)?.stored).toBe(40);
  await queryRows(testApp, "delete from membership where organization_id = $1", [id]);
  await queryRows(testApp, "delete from organization where organization_id = $1", [id]);
  expect(await queryRows(testApp, "select from organization_size where organization_id = $1", [id])).toEqual(
    [],
  );
});
