import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { canonicalJson, platformChainId } from "./audit-record.ts";
import { verifyChain } from "./audit-verifier.ts";

let testApp: TestApp;
const organizations: string[] = [];
beforeAll(async () => {
  testApp = await createTestApp();
  for (let index = 0; index < 3; index += 1) organizations.push((await makeOrganization(testApp)).id);
});
afterAll(() => testApp.stop());

const system = { type: "system", id: null } as const;

async function sequenceOf(organizationId: string, action: string): Promise<number[]> {
  const rows = await queryRows<{ seq: string }>(
    testApp,
    "select seq from audit_entry where organization_id = $1 and action = $2 order by seq",
    [organizationId, action],
  );
  return rows.map((row) => Number(row.seq));
}

describe("writing entries", () => {
  it("see R7n-22 causes no deadlocks or gaps with parallel writers in several organizations", async () => {
    const writers = 60;
    const chains = [...organizations, platformChainId];
    await Promise.all(
      Array.from({ length: writers }, (_unused, index) =>
        testApp.app.identityDb.write(async (tx) => {
          // Each transaction uses a different order, and the writer sorts the chains.
          const rotated = chains.map((_chain, position) => chains[(position + index) % chains.length] ?? "");
          const ordered = index % 2 === 0 ? rotated : rotated.toReversed();
          for (const organizationId of ordered)
            tx.record({ organizationId, action: "user.created", actor: system, personId: organizationId });
        }),
      ),
    );
    for (const chain of chains) {
      expect(await sequenceOf(chain, "user.created")).toEqual(
        Array.from({ length: writers }, (_unused, index) => index + 1),
      );
      expect(await verifyChain(testApp.app.platformDb.reads, chain)).toEqual({
        entries: writers,
        intact: true,
      });
    }
  });

  it("see R7n-22 leaves no entry and no gap if the transaction fails", async () => {
    const { id } = await makeOrganization(testApp);
    const write = (shouldFail: boolean) =>
      testApp.app.identityDb.write(async (tx) => {
        tx.record({ organizationId: id, action: "user.deleted", actor: system, personId: id });
        if (shouldFail) throw new Error("stop");
      });
    await write(false);
    await expect(write(true)).rejects.toThrow("stop");
    await write(false);
    expect(await sequenceOf(id, "user.deleted")).toEqual([1, 2]);
  });

  it("see R7n-22 rolls back the change if its entry cannot be written", async () => {
    const { id, name } = await makeOrganization(testApp);
    await expect(
      testApp.app.identityDb.organization(id).write(async (db, tx) => {
        await db.updateTable("organization").set({ name: "Geändert" }).execute();
        tx.record({ organizationId: id, action: "user.updated", actor: system, outcome: "other" as never });
      }),
    ).rejects.toMatchObject({ code: "23514" });
    const rows = await queryRows(testApp, "select name from organization where organization_id = $1", [id]);
    expect(rows).toEqual([{ name }]);
  });

  it("see R7n-22 adds each entry only to the chain of its organization", async () => {
    const [first, second] = [await makeOrganization(testApp), await makeOrganization(testApp)];
    await testApp.app.identityDb.write(async (tx) => {
      tx.record({ organizationId: first.id, action: "member.added", actor: system, personId: first.id });
      tx.record({ organizationId: second.id, action: "user.created", actor: system, personId: second.id });
      tx.record({ organizationId: first.id, action: "member.removed", actor: system, personId: first.id });
    });
    const rows = await queryRows(
      testApp,
      "select organization_id, seq, action from audit_entry where organization_id = any($1) order by action",
      [[first.id, second.id]],
    );
    expect(rows).toEqual([
      { organization_id: first.id, seq: "1", action: "member.added" },
      { organization_id: first.id, seq: "2", action: "member.removed" },
      { organization_id: second.id, seq: "1", action: "user.created" },
    ]);
  });

  it("see R7n-22 keeps names outside the chain, one row per name and organization", async () => {
    const { id } = await makeOrganization(testApp);
    const { personId } = await makeMember(testApp, id, "viewer");
    const recordWithName = (display: string) =>
      testApp.app.identityDb.write(async (tx) => {
        const actor = { type: "user", id: personId, display } as const;
        tx.record({ organizationId: id, action: "user.updated", actor, target: actor });
      });
    await recordWithName("Mia Muster-Probe");
    await recordWithName("Mia Muster-Probe");
    await recordWithName("Mia Beispiel");
    const rows = await queryRows<{ display: string; text: string }>(
      testApp,
      "select display, '' as text from audit_name where organization_id = $1 order by display",
      [id],
    );
    expect(rows.map((row) => row.display)).toEqual(["Mia Beispiel", "Mia Muster-Probe"]);
    const records = await queryRows<{ text: string }>(
      testApp,
      "select record::text as text from audit_entry where organization_id = $1",
      [id],
    );
    expect(records).toHaveLength(3);
    for (const { text } of records) expect(text).not.toMatch(/Muster|Beispiel/);
  });

  it("see R7n-22 keeps both of two parallel entries with a new name", async () => {
    const { id } = await makeOrganization(testApp);
    const { personId } = await makeMember(testApp, id, "viewer");
    await Promise.all(
      Array.from({ length: 10 }, () =>
        testApp.app.identityDb.write(async (tx) => {
          const actor = { type: "user", id: personId, display: "Mia Gleichzeitig" } as const;
          tx.record({ organizationId: id, action: "user.updated", actor, personId });
        }),
      ),
    );
    expect(await verifyChain(testApp.app.platformDb.reads, id)).toEqual({ entries: 10, intact: true });
  });
});

describe("the canonical form", () => {
  it("see R7n-22 does not depend on the order of keys and omits absent values", () => {
    expect(canonicalJson({ b: 1, a: { d: undefined, c: [undefined, 2] } })).toBe(
      '{"a":{"c":[null,2]},"b":1}',
    );
    expect(canonicalJson({ a: { c: [null, 2] }, b: 1 })).toBe('{"a":{"c":[null,2]},"b":1}');
  });

  it("see R7n-22 equals the result of a JSON round trip", () => {
    const value = { at: new Date(0), list: [new Date(1)], text: "\u2028ä", none: null };
    expect(canonicalJson(value)).toBe(canonicalJson(JSON.parse(JSON.stringify(value))));
  });
});
