import { exportAudit, verifyAudit } from "@praxisportal/contract/audit/audit.endpoints";
import type { AuditFile } from "@praxisportal/contract/audit/audit.schema";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { sampleEventIds, makeMember, makeOrganization } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { roleUrl } from "../../../../test/test-cluster.ts";
import { type AuditRecord, hashRecord } from "../../../platform/audit/audit-record.ts";
import { checkAuditFile } from "../../../platform/audit/check-audit-file.ts";
import { verifyChain } from "../../../platform/audit/audit-verifier.ts";
import { deriveKeys } from "../../../platform/crypto/sealed-secrets.ts";
import { migrate } from "../../../platform/db/migrate.ts";
import { createRoles } from "../../../platform/db/roles.ts";
import { auditRetentionJob, historyPartitionsJob, usageRetentionJob } from "./retention.worker.ts";

/** The migrations before the history had partitions. */
const migrationsBeforePartitions = 52;

let testApp: TestApp;
let owner: pg.Client;
let organizationId: string;
beforeEach(async () => {
  testApp = await createTestApp();
  owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
  organizationId = (await makeOrganization(testApp)).id;
});
afterEach(async () => {
  await owner.end();
  await testApp.stop();
});

const signal = new AbortController().signal;
const masterKey = Buffer.alloc(32, 7);
const { sealing: keys } = deriveKeys(masterKey);

async function partitions(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent::regclass::text in ('audit_entry', 'ai_usage_event') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Returns the name of a month's partition, counted from the current month. */
function partitionOf(table: string, ahead: number): string {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
  return `history.${table}_${month.toISOString().slice(0, 7).replace("-", "_")}`;
}

/** Returns an id with a timestamp in the middle of a month. */
function idIn(year: number, month: number): string {
  const time = Date.UTC(year, month, 15).toString(16).padStart(12, "0");
  const random = randomBytes(10).toString("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
}

describe("partitions", () => {
  it("R0-241 audit entries and usage events are stored in the partition of their month", async () => {
    const now = new Date();
    const id = idIn(now.getUTCFullYear(), now.getUTCMonth() + 2);
    await owner.query(
      `insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, record, prev_hash, hash)
      values ($1, 1000, $2, now(), 'user.updated', 'success', '{}', '', '')`,
      [organizationId, id],
    );
    const { personId } = await makeMember(testApp, organizationId, "viewer");
    await owner.query(
      `insert into ai_usage_event (organization_id, id, occurred_at, local_day, person_id, provider_key, model, kind,
        outcome, period, budget_tokens, input_tokens, output_tokens, currency, is_estimated, duration_ms)
      values ($1, $2, now(), now(), $3, 'openai', 'probe', 'chat', 'done', now(), 1, 1, 1, 'EUR', false, 1)`,
      [organizationId, id, personId],
    );
    for (const table of ["audit_entry", "ai_usage_event"]) {
      const { rows } = await owner.query(
        `select tableoid::regclass::text as name from ${table} where id = $1`,
        [id],
      );
      expect(rows).toEqual([{ name: partitionOf(table, 2) }]);
    }
  });

  it("R0-241 a job creates the partitions of the next three months", async () => {
    const expected = ["audit_entry", "ai_usage_event"].map((table) => partitionOf(table, 3));
    for (const name of expected) await owner.query(`drop table if exists ${name}`);
    expect(await partitions()).not.toEqual(expect.arrayContaining(expected));
    await historyPartitionsJob({ db: testApp.app.platformDb }).run(signal);
    const createdPartitions = await partitions();
    expect(createdPartitions).toEqual(expect.arrayContaining(expected));
    await historyPartitionsJob({ db: testApp.app.platformDb }).run(signal);
    expect(await partitions()).toEqual(createdPartitions);
  });

  it("see R0-241 no role of the portal can bypass the policies by reading a partition", async () => {
    for (const role of ["app", "platform"] as const) {
      for (const name of await partitions()) {
        await expect(testApp.databases[role].pool.query(`select from ${name}`), name).rejects.toMatchObject({
          code: "42501",
        });
      }
    }
  });

  it("R0-241 the existing tables become the first partitions without being rewritten", async () => {
    const { adminUrl, host } = inject("cluster");
    const admin = new pg.Client({ connectionString: adminUrl });
    const name = `portal_before_${process.pid}`;
    await admin.connect();
    try {
      await createRoles(admin, name, { owner: "owner-test", app: "app-test", platform: "platform-test" });
      const url = roleUrl(host, name, "owner");
      await migrate(url, migrationsBeforePartitions);
      const oldClient = new pg.Client({ connectionString: url });
      await oldClient.connect();
      const filesOf = async (tables: readonly string[]) =>
        (
          await oldClient.query<{ file: string }>(
            "select pg_relation_filepath(name::regclass) as file from unnest($1::text[]) as name",
            [tables],
          )
        ).rows;
      await oldClient.query(
        `insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, record, prev_hash, hash)
        values (gen_random_uuid(), 1, $1, now(), 'user.updated', 'success', '{}', '', '')`,
        [idIn(2026, 0)],
      );
      const before = await filesOf([
        "audit_entry",
        "ai_usage_event",
        "audit_entry_id",
        "audit_entry_time",
        "ai_usage_event_pkey",
      ]);
      await migrate(url);
      expect(
        await filesOf([
          "history.audit_entry_first",
          "history.ai_usage_event_first",
          "history.audit_entry_pkey",
          "history.audit_entry_time",
          "history.ai_usage_event_pkey",
        ]),
      ).toEqual(before);
      const { rows } = await oldClient.query("select tableoid::regclass::text as name from audit_entry");
      expect(rows).toEqual([{ name: "history.audit_entry_first" }]);
      await oldClient.end();
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    }
  });
});

describe("retention of the audit log", () => {
  const job = (years = 10) => auditRetentionJob({ db: testApp.app.platformDb, keys, years });
  const oldEntries = 5;

  /** Writes entries of January 2010 at the beginning of the chain, and later ones after them. */
  async function makeOldChain(): Promise<void> {
    await owner.query("alter table audit_entry detach partition history.audit_entry_first");
    await owner.query(
      `create table history.audit_entry_2010_01 partition of audit_entry
      for values from (minvalue) to (first_uuid_of('2010-02-01Z'))`.replace(
        "first_uuid_of('2010-02-01Z')",
        `'${await firstUuid("2010-02-01Z")}'`,
      ),
    );
    const { rows } = await owner.query<{ bound: string }>(
      "select min(substring(pg_get_expr(relpartbound, oid) from 'FROM \\(''([0-9a-f-]{36})''')) as bound from pg_class where relnamespace = 'history'::regnamespace and relname like 'audit_entry_2%'",
    );
    await owner.query(
      `alter table audit_entry attach partition history.audit_entry_first for values from ('${await firstUuid("2010-02-01Z")}') to ('${rows[0]?.bound}')`,
    );
    let hash: Buffer = Buffer.alloc(32);
    for (let seq = 1; seq <= oldEntries; seq += 1) {
      const record: AuditRecord = {
        v: 1,
        id: idIn(2010, 0),
        organizationId,
        seq,
        occurredAt: "2010-01-15T08:00:00.000Z",
        action: "user.updated",
        outcome: "success",
        actor: { type: "system", id: null },
        origin: "job",
      };
      const previous = hash;
      hash = hashRecord(previous, record);
      await owner.query(
        `insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, record, prev_hash, hash)
        values ($1, $2, $3, $4, 'user.updated', 'success', $5, $6, $7)`,
        [organizationId, seq, record.id, record.occurredAt, record, previous, hash],
      );
    }
    await owner.query("insert into audit_chain (organization_id, head_seq, head_hash) values ($1, $2, $3)", [
      organizationId,
      oldEntries,
      hash,
    ]);
    for (let count = 0; count < 3; count += 1) await writeEntry();
  }

  async function firstUuid(time: string): Promise<string> {
    const { rows } = await owner.query<{ id: string }>("select first_uuid_of($1::timestamptz) as id", [time]);
    return rows[0]?.id ?? "";
  }

  const writeEntry = () =>
    testApp.app.identityDb.write(async (tx) =>
      tx.record({
        organizationId,
        action: "user.updated",
        actor: { type: "system", id: null },
        ids: sampleEventIds(organizationId),
      }),
    );

  const seqs = async () =>
    (
      await owner.query<{ seq: string }>(
        "select seq from audit_entry where organization_id = $1 order by seq",
        [organizationId],
      )
    ).rows.map(({ seq }) => Number(seq));

  const verdict = () => verifyChain(testApp.app.platformDb.reads, organizationId, keys);

  it("R0-242 after expired entries were removed, the chain verifies from a signed checkpoint", async () => {
    await makeOldChain();
    expect(await verdict()).toEqual({ entries: 8, intact: true });
    await job().run(signal);
    expect(await seqs()).toEqual([6, 7, 8]);
    expect(await verdict()).toEqual({ entries: 3, intact: true });
    const client = new TestClient(testApp);
    await client.signIn(await makeMember(testApp, organizationId, "org_admin"));
    const { result } = await client.call(verifyAudit, { params: { id: organizationId } });
    expect(result).toMatchObject({ intact: true });
    // A later run changes nothing, and later entries continue the chain.
    await job().run(signal);
    await writeEntry();
    expect(await verdict()).toMatchObject({ intact: true });
  });

  it("R0-242 a file whose expired entries were removed verifies on its own, from the checkpoint that it contains", async () => {
    await makeOldChain();
    const client = new TestClient(testApp);
    await client.signIn(await makeMember(testApp, organizationId, "org_admin"));
    const path = `${exportAudit.path.replace("{id}", organizationId)}?format=json`;
    const download = async () => (await (await client.fetch(path)).json()) as AuditFile;
    const fullFile = await download();
    expect(fullFile.checkpoint).toBe(null);
    expect(checkAuditFile(fullFile, keys)).toMatchObject({ brokenAt: null, isSigned: null });

    await job().run(signal);
    const file = await download();
    const fileSeqs = file.entries.map(({ seq }) => seq).toReversed();
    expect(fileSeqs[0]).toBe(oldEntries + 1);
    expect(file.checkpoint?.seq).toBe(oldEntries);
    const entries = file.entries.length;
    const [{ hash: head } = { hash: "" }] = file.entries;
    expect(checkAuditFile(file, keys)).toEqual({ entries, brokenAt: null, isSigned: true, head });

    // Without the checkpoint, with another one, or with a changed or a missing entry it does not verify.
    const { checkpoint } = file;
    if (checkpoint === null) throw new Error("no checkpoint");
    expect(checkAuditFile({ ...file, checkpoint: null }, keys).brokenAt).toBe(1);
    const otherCheckpoint = { ...checkpoint, hash: "0".repeat(64) };
    expect(checkAuditFile({ ...file, checkpoint: otherCheckpoint }, keys)).toMatchObject({
      brokenAt: 6,
      isSigned: false,
    });
    const changedEntries = file.entries.map((entry) =>
      entry.seq === 7 ? { ...entry, record: { ...entry.record, action: "user.created" } } : entry,
    );
    expect(checkAuditFile({ ...file, entries: changedEntries }, keys).brokenAt).toBe(7);
    const incomplete = file.entries.filter(({ seq }) => seq !== 7);
    expect(checkAuditFile({ ...file, entries: incomplete }, keys).brokenAt).toBe(7);
    // Entries that expired while the file was written are covered by its checkpoint.
    const older = fullFile.entries.filter(({ seq }) => seq === oldEntries);
    expect(checkAuditFile({ ...file, entries: [...file.entries, ...older] }, keys)).toMatchObject({
      brokenAt: null,
      isSigned: true,
    });
  });

  it.each([
    ["position", "seq = 6"],
    ["hash", "hash = decode(repeat('00', 32), 'hex')"],
    ["signature", "signature = '\\x00'"],
  ])("see R0-242 a checkpoint with another %s is ignored", async (_title, change) => {
    await makeOldChain();
    await job().run(signal);
    await owner.query(`update audit_checkpoint set ${change} where organization_id = $1`, [organizationId]);
    expect(await verdict()).toMatchObject({ intact: false, brokenAt: 1 });
  });

  it("see R0-242 an entry removed after the checkpoint is reported as missing", async () => {
    await makeOldChain();
    await job().run(signal);
    await owner.query("delete from audit_entry where organization_id = $1 and seq = 6", [organizationId]);
    expect(await verdict()).toMatchObject({ intact: false, brokenAt: 6, fault: "missing" });
  });

  it("see R0-242 nothing is removed from a broken chain, without a checkpoint, or before its time", async () => {
    await makeOldChain();
    // A time before 1970 must not count as one after now.
    await job(100).run(signal);
    expect(await seqs()).toHaveLength(8);
    const platform = new pg.Client({ connectionString: testApp.urls.platform });
    await platform.connect();
    const remove = () => platform.query("select remove_expired_audit_entries(1)");
    await expect(remove()).rejects.toThrow("have no checkpoint");
    await platform.end();
    await owner.query(
      "update audit_entry set action = 'user.created' where organization_id = $1 and seq = 2",
      [organizationId],
    );
    await expect(job().run(signal)).rejects.toThrow("is broken at 2");
    expect(await seqs()).toHaveLength(8);
  });
});

describe("retention of usage events", () => {
  const job = () => usageRetentionJob({ db: testApp.app.platformDb, years: 3 });

  /** Creates the partitions of two months that have expired. */
  async function makeOldMonths(): Promise<void> {
    await owner.query("alter table ai_usage_event detach partition history.ai_usage_event_first");
    const { rows } = await owner.query<{ first: string; second: string; third: string }>(
      `select first_uuid_of('2015-01-01Z'::timestamptz) as first, first_uuid_of('2015-02-01Z'::timestamptz) as second,
        first_uuid_of('2015-03-01Z'::timestamptz) as third`,
    );
    const [{ first, second, third } = { first: "", second: "", third: "" }] = rows;
    const create = (name: string, from: string, to: string) =>
      owner.query(
        `create table history.${name} partition of ai_usage_event for values from ('${from}') to ('${to}')`,
      );
    await create("ai_usage_event_2015_01", first, second);
    await create("ai_usage_event_2015_02", second, third);
  }

  const oldMonths = async () => (await partitions()).filter((name) => name.includes("2015"));

  it("see R0-242 removes expired months, and keeps one that an invoice charges", async () => {
    await makeOldMonths();
    const invoiceId = idIn(2015, 1);
    await owner.query(
      `insert into invoice (organization_id, id, kind, month, currency, net_cents, tax_cents, gross_cents, due_cents,
        finalise_at, organization_name)
      values ($1, $2, 'invoice', '2015-02-01', 'EUR', 0, 0, 0, 0, now(), 'Praxis Probe')`,
      [organizationId, invoiceId],
    );
    await owner.query(
      `insert into invoice_line (organization_id, invoice_id, position, kind, from_day, until_day, cents)
      values ($1, $2, 1, 'ai', '2015-02-02', '2015-03-01', 100)`,
      [organizationId, invoiceId],
    );
    await job().run(signal);
    expect(await oldMonths()).toEqual(["history.ai_usage_event_2015_02"]);
    await owner.query("delete from invoice_line where invoice_id = $1", [invoiceId]);
    await job().run(signal);
    expect(await oldMonths()).toEqual([]);
    expect(await partitions()).toContain(partitionOf("ai_usage_event", 2));
  });
});
