import { afterAll, beforeAll, expect, it } from "vitest";
import { makeMember, makeOrganization, makePerson, queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import type { IdentityQueries } from "./query-builders.ts";

let testApp: TestApp;
let organizationA: string;
let organizationB: string;
beforeAll(async () => {
  testApp = await createTestApp();
  organizationA = (await makeOrganization(testApp)).id;
  organizationB = (await makeOrganization(testApp)).id;
  await makeMember(testApp, organizationA, "viewer");
  for (const role of ["org_admin", "viewer"] as const) await makeMember(testApp, organizationB, role);
});
afterAll(() => testApp.stop());

async function nameOf(personId: string): Promise<string | undefined> {
  const [row] = await queryRows<{ name: string }>(
    testApp,
    "select last_name as name from person where id = $1",
    [personId],
  );
  return row?.name;
}

it("see R1-01 statements sent together see their bound organization, and later ones see the previous one", async () => {
  const seen = await testApp.app.identityDb.write((tx) =>
    tx.organization(organizationA, async (db) => {
      const [inner] = await tx.sendIn<[{ organization_id: string }]>(organizationB, (bound) => [
        bound.selectFrom("membership").select("organization_id"),
      ]);
      const outer = await db.selectFrom("membership").select("organization_id").execute();
      return [inner, outer].map((rows) => rows.map((row) => row.organization_id));
    }),
  );
  expect(seen).toEqual([[organizationB, organizationB], [organizationA]]);
});

it("see R7n-22 statements sent together run in order and see the effects of the previous ones", async () => {
  const { personId } = await makePerson(testApp);
  const rename = (db: IdentityQueries, name: string) =>
    db.updateTable("person").set({ last_name: name }).where("id", "=", personId).returning("last_name");
  const rows = await testApp.app.identityDb.write((tx) =>
    tx.send<[{ last_name: string }, { last_name: string }, { last_name: string }]>((db) => [
      rename(db, "Erste"),
      db.selectFrom("person").select("last_name").where("id", "=", personId),
      rename(db, "Zweite"),
    ]),
  );
  expect(rows.flat().map((row) => row.last_name)).toEqual(["Erste", "Erste", "Zweite"]);
  expect(await nameOf(personId)).toBe("Zweite");
});

it("see R7n-22 a failed statement rolls back the others and reports the cause", async () => {
  const { personId } = await makePerson(testApp);
  const before = await nameOf(personId);
  const change = testApp.app.identityDb.write((tx) =>
    tx.send((db) => [
      db.updateTable("person").set({ last_name: "Davor" }).where("id", "=", personId),
      db
        .updateTable("person")
        .set({ platform_role: "other" as never })
        .where("id", "=", personId),
      db.updateTable("person").set({ last_name: "Danach" }).where("id", "=", personId),
    ]),
  );
  await expect(change).rejects.toMatchObject({ code: "23514" });
  expect(await nameOf(personId)).toBe(before);
});

it("see R7n-22 a failed binding makes the transaction fail, even without a later statement", async () => {
  const { personId } = await makePerson(testApp);
  const before = await nameOf(personId);
  const change = testApp.app.identityDb.write(async (tx) => {
    await tx.identity
      .updateTable("person")
      .set({ last_name: "Verloren" })
      .where("id", "=", personId)
      .execute();
    // PostgreSQL does not accept a null byte in text.
    await tx.organization("\0", async () => undefined);
  });
  await expect(change).rejects.toThrow(/rolled back/);
  expect(await nameOf(personId)).toBe(before);
});
