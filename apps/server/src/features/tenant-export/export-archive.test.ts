import { createHash, randomBytes } from "node:crypto";
import { createDownloadTicket } from "@praxisportal/contract/auth/auth.endpoints";
import { exportTenant } from "@praxisportal/contract/tenant-export/tenant-export.endpoints";
import { archiveManifestSchema } from "@praxisportal/contract/tenant-export/tenant-export.schema";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { makeApplication } from "../../../test/application.ts";
import { auditEntries, makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import {
  insertCreditNote,
  insertDraft,
  insertFinalInvoice,
  type TestInvoice,
} from "../../../test/invoices/final-invoice.ts";
import { schemaFault } from "../../../test/tenant-export/json-schema.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { download, exportPath, lockTable, openTransactions } from "../../../test/tenant-export/exports.ts";
import { unzip } from "../../../test/files/unzip.ts";

let testApp: TestApp;
let id: string;
let owner: Awaited<ReturnType<typeof makeMember>>;
let browser: TestClient;
let issued: TestInvoice;
beforeAll(async () => {
  testApp = await createTestApp();
  ({ id } = await makeOrganization(testApp, { name: "../Praxis Müller" }));
  owner = await makeMember(testApp, id, "org_admin", { lastName: "Muster-Leitung" });
  await makeMember(testApp, id, "viewer", { lastName: 'Zeile\n"Ende", \u{1F600}' });
  await makeApplication(testApp, owner);
  await queryRows(
    testApp,
    `insert into ai_usage_event (organization_id, id, occurred_at, local_day, person_id, provider_key, model, kind,
      outcome, period, budget_tokens, input_tokens, output_tokens, currency, is_estimated, duration_ms)
     select $1, gen_random_uuid(), now(), current_date, $2, 'mistral', 'small', 'chat', 'done', date_trunc('month',
      now())::date, 9, n, 4, 'EUR', false, 7 from generate_series(1, 2500) n`,
    [id, owner.personId],
  );
  await queryRows(
    testApp,
    "insert into security_check (organization_id, checked_at, score, checks) values ($1, now(), 7, '[]')",
    [id],
  );
  issued = await insertFinalInvoice(testApp, id);
  await insertCreditNote(testApp, issued);
  await insertDraft(testApp, id);
  browser = new TestClient(testApp, "browser");
  await browser.signIn(owner);
});
afterAll(() => testApp.stop());

/** Time that an event of another connection or process may take on a busy machine. */
const waitOptions = { timeout: 20_000 };

async function archiveOf(client: TestClient): Promise<Map<string, Buffer>> {
  const response = await download(client, exportPath(id, "archive"));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  return unzip(Buffer.from(await response.arrayBuffer()));
}

function withoutActivity(row: unknown): unknown {
  const { lastActivityAt: _activity, ...rest } = row as Record<string, unknown>;
  return rest;
}

function rowsOf(file: Buffer | undefined): unknown[] {
  const lines = (file?.toString() ?? "").split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line) as unknown);
}

describe("GET /api/tenant/organizations/{id}/export?format=archive", () => {
  it("R0-93 returns a ZIP with a file per section, manifest, JSON schema and invoices", async () => {
    const invoice = randomBytes(3_000_000);
    const [storedFile] = await queryRows<{ id: string }>(
      testApp,
      `insert into stored_file (organization_id, id, kind, content_type, bytes, content, created_at)
       values ($1, gen_random_uuid(), 'invoice', 'application/pdf', 3000000, $2, '2026-03-01T10:00:00Z') returning id`,
      [id, invoice],
    );
    const response = await download(browser, exportPath(id, "archive"));
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="praxis-mueller.zip"');
    const files = await unzip(Buffer.from(await response.arrayBuffer()));

    const manifest = archiveManifestSchema.parse(JSON.parse(String(files.get("manifest.json"))));
    expect(manifest).toMatchObject({
      format: "praxisportal.tenant-export",
      schemaVersion: 1,
      organizationId: id,
    });
    expect([...files.keys()]).toEqual([
      "schema.json",
      ...manifest.sections.map(({ name }) => `sections/${name}.ndjson`),
      ...["GU", "RE"].flatMap((series) => [
        `invoices/${series}-${issued.number.slice(3)}.pdf`,
        `invoices/${series}-${issued.number.slice(3)}.xml`,
      ]),
      `invoices/2026-03-01-${storedFile?.id}.pdf`,
      "manifest.json",
    ]);
    expect(files.get(`invoices/2026-03-01-${storedFile?.id}.pdf`)?.equals(invoice)).toBe(true);
    const [bytes] = await queryRows<{ pdf: Buffer; xml: Buffer }>(
      testApp,
      "select pdf, xml from invoice where id = $1",
      [issued.id],
    );
    for (const format of ["pdf", "xml"] as const)
      expect(bytes?.[format].equals(files.get(`invoices/${issued.number}.${format}`) ?? Buffer.of())).toBe(
        true,
      );
    const schema = JSON.parse(String(files.get("schema.json"))) as { $defs: Record<string, object> };
    for (const { name, count, sha256 } of manifest.sections) {
      const file = files.get(`sections/${name}.ndjson`) ?? Buffer.of();
      expect([name, rowsOf(file).length]).toEqual([name, count]);
      expect([name, createHash("sha256").update(file).digest("hex")]).toEqual([name, sha256]);
      const row = schema.$defs[name] ?? {};
      for (const value of rowsOf(file).slice(0, 20)) expect(schemaFault(row, value)).toBeUndefined();
    }
    expect(manifest.sections.find(({ name }) => name === "aiUsage")?.count).toBe(2_500);

    // The same rows as the JSON export, whose content is tested separately.
    const json = (await (await download(browser, exportPath(id))).json()) as {
      sections: Record<string, unknown[]>;
    };
    expect(Object.keys(json.sections)).toEqual(manifest.sections.map(({ name }) => name));
    for (const [name, rows] of Object.entries(json.sections)) {
      const archived = rowsOf(files.get(`sections/${name}.ndjson`));
      // The export adds an entry to the log and changes the last activity of the member who requested it.
      const expected = name === "audit" ? rows.slice(0, -1) : rows;
      expect([name, archived.map(withoutActivity)]).toEqual([name, expected.map(withoutActivity)]);
    }
  });

  it("see R0-94 the schema of a row lists its fields and accepts no others", async () => {
    const files = await archiveOf(browser);
    const schema = JSON.parse(String(files.get("schema.json"))) as { $defs: Record<string, object> };
    const member = schema.$defs["members"] ?? {};
    const [row] = rowsOf(files.get("sections/members.ndjson")) as Record<string, unknown>[];
    expect(schemaFault(member, row)).toBeUndefined();
    for (const change of [{ passwordHash: "x" }, { role: 7 }, { role: undefined }, { personId: "x" }])
      expect(schemaFault(member, { ...row, ...change })).toBeDefined();
  });

  it("R0-298 requires the same proof as the JSON export, and names the format in its audit entry", async () => {
    const client = new TestClient(testApp);
    await client.signIn(owner);
    const second = await makeMember(testApp, id, "org_admin");
    await queryRows(testApp, "delete from notification where organization_id = $1", [id]);
    const before = (await auditEntries(testApp, id, "organization.exported")).length;
    const response = await client.call(exportTenant, { params: { id }, query: { format: "archive" } });
    expect(response.status).toBe(200);
    const entries = (await auditEntries(testApp, id, "organization.exported")).slice(before);
    expect(entries.map(({ actor_id, record }) => [actor_id, record.reason])).toEqual([
      [owner.personId, "archive"],
    ]);
    const notified = await queryRows<{ person_id: string; kind: string }>(
      testApp,
      "select person_id, kind from notification where organization_id = $1",
      [id],
    );
    expect(notified.map(({ person_id, kind }) => `${kind} ${person_id}`).toSorted()).toEqual(
      [owner, second].map(({ personId }) => `organizationExported ${personId}`).toSorted(),
    );

    await queryRows(
      testApp,
      "update session set authenticated_at = now() - interval '11 minutes' where person_id = $1",
      [owner.personId],
    );
    testApp.app.callers.cache.forgetAll();
    const refusal = await client.call(exportTenant, { params: { id }, query: { format: "archive" } });
    expect(refusal.problem.code).toBe("STEP_UP_REQUIRED");
    const ticket = await client.call(createDownloadTicket, { body: { path: exportPath(id, "archive") } });
    expect(ticket.problem.code).toBe("STEP_UP_REQUIRED");
    expect(await auditEntries(testApp, id, "organization.exported")).toHaveLength(before + 1);
    await browser.signIn(owner);
  });

  it("refuses another format", async () => {
    const response = await browser.call(exportTenant, { params: { id }, query: { format: "zip" } });
    expect(response.problem.code).toBe("VALIDATION_FAILED");
  });

  it("see N80 releases its connection when the client disconnects", async () => {
    const tableLock = await lockTable(testApp, "security_check");
    try {
      const disconnecting = new AbortController();
      const response = await download(browser, exportPath(id, "archive"), disconnecting.signal);
      expect(response.status).toBe(200);
      disconnecting.abort();
      await expect(response.arrayBuffer()).rejects.toThrow("aborted");
    } finally {
      await tableLock.release();
    }
    await vi.waitFor(async () => expect(await openTransactions(testApp)).toBe(0), waitOptions);
    expect((await archiveOf(browser)).has("manifest.json")).toBe(true);
  });

  it("ends as an error, not as a complete archive, when the database ends the connection", async () => {
    const tableLock = await lockTable(testApp, "security_check");
    const admin = new pg.Client({ connectionString: inject("cluster").adminUrl });
    await admin.connect();
    try {
      const response = await download(browser, exportPath(id, "archive"));
      await vi.waitFor(async () => {
        const { rowCount } = await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = $1 and usename = 'portal_app' and wait_event_type = 'Lock'`,
          [new URL(testApp.urls.app).pathname.slice(1)],
        );
        expect(rowCount).toBe(1);
      }, waitOptions);
      await expect(response.arrayBuffer()).rejects.toThrow("terminated");
    } finally {
      await admin.end();
      await tableLock.release();
    }
    expect((await archiveOf(browser)).has("manifest.json")).toBe(true);
  });
});
