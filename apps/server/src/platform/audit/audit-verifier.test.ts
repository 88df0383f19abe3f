import { uuidV7 } from "@praxisportal/contract/identifiers";
import fc from "fast-check";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleEventIds, makeMember, makeOrganization, unique } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { Database } from "../db/database.ts";
import { type AuditDraft, platformChainId } from "./audit-record.ts";
import { listChains, verifyChain } from "./audit-verifier.ts";

const length = 8;
/** Number of random manipulations. `npm run soak -- audit` sets it to 1,000. */
const tamperings = Number(process.env["AUDIT_TAMPERINGS"] ?? 200);

let testApp: TestApp;
let owner: Database;
let organization: string;
let otherOrganization: string;
beforeAll(async () => {
  testApp = await createTestApp();
  owner = new Database({ url: testApp.urls.owner, maxConnections: 1, applicationName: "test" });
  organization = await makeChain();
  otherOrganization = await makeChain();
});
afterAll(async () => {
  await owner.close();
  await testApp.stop();
});

/** Creates an organization whose chain has entries of every shape. */
async function makeChain(): Promise<string> {
  const { id } = await makeOrganization(testApp);
  const { personId } = await makeMember(testApp, id, "org_admin");
  for (let index = 0; index < length; index += 1) {
    await write(id, {
      actor: { type: "user", id: personId, role: "org_admin", display: `Mia Muster-${index % 3}` },
      ...(index % 2 === 0
        ? { target: { type: "user", id: uuidV7(), display: unique("Ziel Beispiel") } }
        : { actor: { type: "system", id: null } }),
      changes: {
        count: [index, index + 0.5],
        text: ["alt", `„neu“ ${index} \u{1F600}`],
        gone: [{ a: 1, b: [null, true] }, null],
      },
      outcome: index % 4 === 3 ? "failed" : "success",
    });
  }
  return id;
}

async function write(organizationId: string, draft: Partial<AuditDraft>): Promise<void> {
  await testApp.app.identityDb.write(async (tx) => {
    const ids = sampleEventIds(organizationId);
    tx.record({ organizationId, action: "user.updated", actor: { type: "system", id: null }, ids, ...draft });
  });
}

const verdictOf = (organizationId: string) => verifyChain(testApp.app.platformDb.reads, organizationId);

/** Tampers as the owner of the tables, returns the verdict on the tampered chain and rolls back. */
async function tamper(statements: readonly (readonly [text: string, values?: unknown[]])[]) {
  const trx = await owner.unbound.startTransaction().execute();
  try {
    const changedEntries: number[] = [];
    for (const [text, values] of statements) {
      const { numAffectedRows } = await trx.executeQuery(CompiledQuery.raw(text, values));
      changedEntries.push(Number(numAffectedRows ?? 0));
    }
    return { verdict: await verifyChain(trx, organization), changed: changedEntries };
  } finally {
    await trx.rollback().execute();
  }
}

describe("an untouched chain", () => {
  it("see R7n-22 is reported as intact for organizations and for the platform", async () => {
    await write(platformChainId, {});
    expect(await verdictOf(organization)).toEqual({ entries: length, intact: true });
    expect(await verdictOf(otherOrganization)).toEqual({ entries: length, intact: true });
    expect(await verdictOf(platformChainId)).toEqual({ entries: 1, intact: true });
    const chains = await listChains(testApp.app.platformDb.reads);
    expect(chains).toEqual(
      expect.arrayContaining([
        { id: organization, isRequired: true },
        { id: otherOrganization, isRequired: true },
        { id: platformChainId, isRequired: false },
      ]),
    );
  });

  it("see R7n-22 stays intact with times, absent values and unusual texts in its changes", async () => {
    const { id } = await makeOrganization(testApp);
    const values: [unknown, unknown][] = [
      [new Date("2026-02-03T04:05:06.789Z"), undefined],
      [[undefined, new Date(0)], { nested: new Date(1), absent: undefined }],
      [-0, 1e21],
      [0.1 + 0.2, Number.MAX_SAFE_INTEGER],
      ['\u2028"\\/\u007f', "Ä\u0308\u{1F9D1}"],
      [
        { b: 1, a: 2, Z: 3, ä: 4 },
        { "": {}, "1": [], "0": [[]] },
      ],
      [Number.NaN, Number.POSITIVE_INFINITY],
    ];
    for (const value of values) await write(id, { changes: { field: value } });
    expect(await verdictOf(id)).toEqual({ entries: values.length, intact: true });
  });

  it("see R7n-22 stays intact with any JSON in its changes", async () => {
    const { id } = await makeOrganization(testApp);
    let written = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ noUnicodeString: false, stringUnit: "grapheme" } as never),
        async (value) => {
          const text = JSON.stringify(value);
          fc.pre(!text.includes("\\u0000"));
          await write(id, { changes: { field: [null, value] } });
          written += 1;
        },
      ),
      { numRuns: 60 },
    );
    expect(await verdictOf(id)).toEqual({ entries: written, intact: true });
  });

  it("see R7n-22 is not reported as broken by a concurrent write", async () => {
    const { id } = await makeOrganization(testApp);
    await write(id, {});
    const writes = (async () => {
      for (let index = 0; index < 60; index += 1) await write(id, {});
    })();
    for (let index = 0; index < 30; index += 1) {
      expect((await verdictOf(id)).intact).toBe(true);
    }
    await writes;
    expect(await verdictOf(id)).toEqual({ entries: 61, intact: true });
  });

  it("see R7n-22 stays intact when a person's name is erased", async () => {
    const { changed, verdict } = await tamper([
      ["update audit_name set display = null where organization_id = $1", [organization]],
    ]);
    expect(changed[0]).toBeGreaterThan(0);
    expect(verdict).toEqual({ entries: length, intact: true });
    const { rows } = await owner.pool.query(
      "select from audit_entry where organization_id = $1 and record::text like '%Muster%'",
      [organization],
    );
    expect(rows).toHaveLength(0);
  });
});

describe("a chain that was tampered with", () => {
  const at = "organization_id = $1 and seq = $2";
  const attacks: readonly [string, (seq: number) => [string, unknown[]][]][] = [
    ["changed action", (seq) => [[`update audit_entry set action = 'x.y' where ${at}`, [organization, seq]]]],
    [
      "changed action in both columns",
      (seq) => [
        [
          `update audit_entry set action = 'x.y', record = jsonb_set(record, '{action}', '"x.y"') where ${at}`,
          [organization, seq],
        ],
      ],
    ],
    [
      "changed outcome",
      (seq) => [[`update audit_entry set outcome = 'denied' where ${at}`, [organization, seq]]],
    ],
    [
      "changed actor",
      (seq) => [[`update audit_entry set actor_id = gen_random_uuid() where ${at}`, [organization, seq]]],
    ],
    [
      "changed target",
      (seq) => [[`update audit_entry set target_id = gen_random_uuid() where ${at}`, [organization, seq]]],
    ],
    [
      "changed id",
      (seq) => [[`update audit_entry set id = gen_random_uuid() where ${at}`, [organization, seq]]],
    ],
    [
      "changed time",
      (seq) => [
        [
          `update audit_entry set occurred_at = occurred_at - interval '1 day' where ${at}`,
          [organization, seq],
        ],
      ],
    ],
    [
      "changed time in the record",
      (seq) => [
        [
          `update audit_entry set occurred_at = '2020-01-01Z', record = jsonb_set(record, '{occurredAt}', '"2020-01-01T00:00:00.000Z"') where ${at}`,
          [organization, seq],
        ],
      ],
    ],
    [
      "changed difference",
      (seq) => [
        [
          `update audit_entry set record = jsonb_set(record, '{changes,count,0}', '77') where ${at}`,
          [organization, seq],
        ],
      ],
    ],
    [
      "added field",
      (seq) => [
        [`update audit_entry set record = record || '{"extra": 1}' where ${at}`, [organization, seq]],
      ],
    ],
    [
      "removed field",
      (seq) => [[`update audit_entry set record = record - 'changes' where ${at}`, [organization, seq]]],
    ],
    [
      "removed actor",
      (seq) => [[`update audit_entry set record = record - 'actor' where ${at}`, [organization, seq]]],
    ],
    [
      "emptied record",
      (seq) => [[`update audit_entry set record = 'null' where ${at}`, [organization, seq]]],
    ],
    [
      "changed hash",
      (seq) => [[`update audit_entry set hash = sha256(hash) where ${at}`, [organization, seq]]],
    ],
    [
      "changed previous hash",
      (seq) => [[`update audit_entry set prev_hash = sha256(hash) where ${at}`, [organization, seq]]],
    ],
    ["removed entry", (seq) => [[`delete from audit_entry where ${at}`, [organization, seq]]]],
    [
      "removed entry, with the later ones moved up",
      (seq) => [
        [`delete from audit_entry where ${at}`, [organization, seq]],
        ["update audit_entry set seq = seq - 1 where organization_id = $1 and seq > $2", [organization, seq]],
      ],
    ],
    [
      "truncated end",
      (seq) => [["delete from audit_entry where organization_id = $1 and seq >= $2", [organization, seq]]],
    ],
    [
      "truncated end with a counter set back",
      (seq) => [
        ["delete from audit_entry where organization_id = $1 and seq >= $2", [organization, seq]],
        ["update audit_chain set head_seq = $2 - 1 where organization_id = $1", [organization, seq]],
      ],
    ],
    [
      "entry of another organization in its place",
      (seq) => [
        [
          `update audit_entry e set record = o.record, hash = o.hash, id = o.id, action = o.action, outcome = o.outcome,
             actor_id = o.actor_id, target_id = o.target_id, occurred_at = o.occurred_at
           from audit_entry o where e.organization_id = $1 and e.seq = $2 and o.organization_id = $3 and o.seq = $2`,
          [organization, seq, otherOrganization],
        ],
      ],
    ],
    [
      "inserted entry at the end",
      () => [
        [
          `insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, actor_id, target_id, record, prev_hash, hash)
           select organization_id, seq + 1, gen_random_uuid(), occurred_at, action, outcome, actor_id, target_id, record, hash, sha256(hash)
           from audit_entry where organization_id = $1 and seq = $2`,
          [organization, length],
        ],
      ],
    ],
    [
      "inserted entry in the middle",
      (seq) => [
        [
          "update audit_entry set seq = seq + 1000 where organization_id = $1 and seq > $2",
          [organization, seq],
        ],
        ["update audit_entry set seq = seq - 998 where organization_id = $1 and seq > 1000", [organization]],
        [
          `insert into audit_entry select organization_id, seq + 1, gen_random_uuid(), occurred_at, action, outcome,
             actor_id, target_id, record, hash, hash from audit_entry where ${at}`,
          [organization, seq],
        ],
      ],
    ],
    [
      "changed head",
      () => [
        ["update audit_chain set head_hash = sha256(head_hash) where organization_id = $1", [organization]],
      ],
    ],
    ["removed head", () => [["delete from audit_chain where organization_id = $1", [organization]]]],
    [
      "changed name",
      () => [
        ["update audit_name set display = display || '-Anders' where organization_id = $1", [organization]],
      ],
    ],
    [
      "changed name with a matching digest",
      () => [
        [
          `update audit_name set display = 'Jemand Anders', digest = sha256(salt || 'Jemand Anders'::bytea)
           where organization_id = $1 and display = 'Mia Muster-0'`,
          [organization],
        ],
      ],
    ],
    [
      "name given to another person",
      () => [
        ["update audit_name set person_id = gen_random_uuid() where organization_id = $1", [organization]],
      ],
    ],
    ["removed name", () => [["delete from audit_name where organization_id = $1", [organization]]]],
  ];

  it.each(attacks)("see R7n-22 is detected: %s", async (_title, statements) => {
    for (const seq of [1, 3, length]) {
      const { verdict, changed } = await tamper(statements(seq));
      expect(Math.max(...changed), "the tampering changed nothing").toBeGreaterThan(0);
      expect(verdict.intact, `entry ${seq}`).toBe(false);
    }
    expect(await verdictOf(organization)).toEqual({ entries: length, intact: true });
  });

  it("see R7n-22 is detected when two entries were swapped", async () => {
    for (const [one, two] of [
      [1, 2],
      [2, length],
    ] as const) {
      const { verdict } = await tamper([
        ["update audit_entry set seq = 5000 where organization_id = $1 and seq = $2", [organization, one]],
        ["update audit_entry set seq = $3 where organization_id = $1 and seq = $2", [organization, two, one]],
        ["update audit_entry set seq = $2 where organization_id = $1 and seq = 5000", [organization, two]],
      ]);
      expect(verdict).toEqual({ entries: one - 1, intact: false, brokenAt: one, fault: expect.any(String) });
    }
  });

  it("R7n-23 is detected at random places and for random changes", { timeout: 300_000 }, async () => {
    const texts = ["action", "outcome", "origin", "id", "occurredAt", "organizationId"];
    const tampering = fc.oneof(
      fc.record({
        kind: fc.constant("column" as const),
        seq: fc.integer({ min: 1, max: length }),
        byte: fc.nat(31),
      }),
      fc.record({
        kind: fc.constant("field" as const),
        seq: fc.integer({ min: 1, max: length }),
        field: fc.constantFrom(...texts),
      }),
      fc.record({
        kind: fc.constant("number" as const),
        seq: fc.integer({ min: 1, max: length }),
        add: fc.integer({ min: 1, max: 9 }),
      }),
      fc.record({
        kind: fc.constant("delete" as const),
        seq: fc.integer({ min: 1, max: length }),
        count: fc.integer({ min: 1, max: length }),
      }),
      fc.record({
        kind: fc.constant("time" as const),
        seq: fc.integer({ min: 1, max: length }),
        micros: fc.integer({ min: 1, max: 86_400_000 }),
      }),
      fc.record({
        kind: fc.constant("swap" as const),
        seq: fc.integer({ min: 1, max: length - 1 }),
        by: fc.integer({ min: 1, max: length - 1 }),
      }),
      fc.record({ kind: fc.constant("insert" as const), seq: fc.integer({ min: 1, max: length }) }),
      fc.record({ kind: fc.constant("cut" as const), seq: fc.integer({ min: 1, max: length }) }),
      fc.record({ kind: fc.constant("name" as const), nth: fc.nat(20), added: fc.string({ minLength: 1 }) }),
    );
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(tampering, async (change) => {
        const { verdict, changed } = await tamper(statementsOf(change));
        expect(Math.max(...changed)).toBeGreaterThan(0);
        expect(verdict.intact, JSON.stringify(change)).toBe(false);
        runs += 1;
      }),
      { numRuns: tamperings },
    );
    expect(runs).toBe(tamperings);
    expect(await verdictOf(organization)).toEqual({ entries: length, intact: true });
  });

  type Tampering =
    | { kind: "column"; seq: number; byte: number }
    | { kind: "field"; seq: number; field: string }
    | { kind: "number"; seq: number; add: number }
    | { kind: "delete"; seq: number; count: number }
    | { kind: "time"; seq: number; micros: number }
    | { kind: "swap"; seq: number; by: number }
    | { kind: "insert"; seq: number }
    | { kind: "cut"; seq: number }
    | { kind: "name"; nth: number; added: string };

  function statementsOf(change: Tampering): [string, unknown[]][] {
    if (change.kind !== "swap") return [statementOf(change)];
    const second = ((change.seq + change.by - 1) % length) + 1;
    const move = (from: number, to: number): [string, unknown[]] => [
      "update audit_entry set seq = $3 where organization_id = $1 and seq = $2",
      [organization, from, to],
    ];
    return [move(change.seq, 5_000), move(second, change.seq), move(5_000, second)];
  }

  function statementOf(change: Exclude<Tampering, { kind: "swap" }>): [string, unknown[]] {
    switch (change.kind) {
      case "column":
        return [
          `update audit_entry set hash = set_byte(hash, $3::int, (get_byte(hash, $3::int) + 1) % 256) where ${at}`,
          [organization, change.seq, change.byte],
        ];
      case "field":
        return [
          `update audit_entry set record = jsonb_set(record, array[$3], to_jsonb((record ->> $3) || 'x')) where ${at}`,
          [organization, change.seq, change.field],
        ];
      case "number":
        return [
          `update audit_entry set record = jsonb_set(record, '{changes,count,1}', to_jsonb((record #>> '{changes,count,1}')::numeric + $3::int)) where ${at}`,
          [organization, change.seq, change.add],
        ];
      case "delete":
        return [
          "delete from audit_entry where organization_id = $1 and seq >= $2 and seq < $2 + $3",
          [organization, change.seq, change.count],
        ];
      case "insert":
        // The forged entry copies all possible values, at the end of the chain or after a gap.
        return [
          `insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, actor_id, target_id, record, prev_hash, hash)
           select organization_id, $3::bigint, gen_random_uuid(), occurred_at, action, outcome, actor_id, target_id, record, hash, sha256(hash)
           from audit_entry where ${at}`,
          [organization, change.seq, length + change.seq],
        ];
      case "cut":
        // The head is not changed.
        return [
          "delete from audit_entry where organization_id = $1 and seq >= $2",
          [organization, change.seq],
        ];
      case "name":
        return [
          `update audit_name set display = display || $3 where organization_id = $1 and digest = (
             select digest from audit_name where organization_id = $1 order by digest
             offset ($2::int % (select count(*) from audit_name where organization_id = $1)) limit 1)`,
          [organization, change.nth, change.added.replaceAll("\0", "0")],
        ];
      case "time":
        return [
          `update audit_entry set occurred_at = occurred_at + $3::float8 * interval '1 microsecond' where ${at}`,
          [organization, change.seq, change.micros],
        ];
    }
  }
});
