import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDownloadTicket } from "@praxisportal/contract/auth/auth.endpoints";
import { exportTenant } from "@praxisportal/contract/tenant-export/tenant-export.endpoints";
import {
  type ExportManifest,
  exportManifestSchema,
} from "@praxisportal/contract/tenant-export/tenant-export.schema";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeApplication } from "../../../test/application.ts";
import {
  auditEntries,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { setUpSecondFactor } from "../../../test/second-factor.ts";
import { startSecondPortal } from "../../../test/second-portal.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { download, exportPath, lockTable, openTransactions } from "../../../test/tenant-export/exports.ts";
import { fileNameOf } from "./file-name.ts";
import { sections, tablesLeftOut } from "./sections.ts";

let testApp: TestApp;
let id: string;
let owner: Awaited<ReturnType<typeof makeMember>>;
let second: Awaited<ReturnType<typeof makeMember>>;
let browser: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  ({ id } = await makeOrganization(testApp, { name: "Praxis Dr. Müller & Söhne" }));
  owner = await makeMember(testApp, id, "org_admin", { lastName: "Muster-Leitung" });
  second = await makeMember(testApp, id, "org_admin");
  browser = new TestClient(testApp, "browser");
  await browser.signIn(owner);
});
afterAll(() => testApp.stop());

/** Time that an event of another connection or process may take on a busy machine. */
const waitOptions = { timeout: 20_000 };

type Row = Record<string, unknown>;
type Exported = { organizationId: string; sections: Record<string, Row[]>; manifest: ExportManifest };

/** Recomputes the manifest from the text, in which each row has its own line. */
function manifestOf(text: string): ExportManifest["sections"] {
  return [...text.matchAll(/^"(\w+)":\[\n([\s\S]*?)\n?^\],?\}?,?$/gm)].map(([, name = "", rows = ""]) => {
    const lines = rows === "" ? [] : rows.split("\n").map((line) => line.replace(/,$/, ""));
    const sha256 = createHash("sha256")
      .update(lines.map((line) => `${line}\n`).join(""))
      .digest("hex");
    return { name, count: lines.length, sha256 };
  });
}

describe("GET /api/tenant/organizations/{id}/export", () => {
  it("R7n-24 R0-92 returns all data as a file that ends with counts, hashes and schema version", async () => {
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
      `insert into stored_file (organization_id, id, kind, content_type, bytes, content)
       select $1, gen_random_uuid(), kind, 'application/pdf', 2, '\\x2550'
       from unnest('{invoice,archive,evidence,logo}'::text[]) as kind`,
      [id],
    );
    const response = await download(browser, exportPath(id));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="praxis-dr-mueller-soehne.json"',
    );
    const text = await response.text();
    const exported = JSON.parse(text) as Exported;
    expect(text.trimEnd().endsWith(`"manifest":${JSON.stringify(exported.manifest)}}`)).toBe(true);
    expect(exportManifestSchema.parse(exported.manifest).sections).toEqual(manifestOf(text));
    expect(exported.manifest.schemaVersion).toBe(1);
    expect(exported.manifest.sections.map(({ name }) => name)).toEqual(sections.map(({ name }) => name));
    expect(exported.organizationId).toBe(id);
    expect(exported.sections["organization"]).toMatchObject([
      { organizationId: id, name: "Praxis Dr. Müller & Söhne" },
    ]);
    expect(exported.sections["members"]).toHaveLength(2);
    expect(exported.sections["aiUsage"]).toHaveLength(2_500);
    const files = exported.sections["files"]?.map(
      ({ kind, content }) => `${String(kind)} ${String(content)}`,
    );
    expect(files?.toSorted()).toEqual(["invoice \\x2550", "logo \\x2550"]);
    // The export itself is in the exported log.
    expect(exported.sections["audit"]?.at(-1)).toMatchObject({ record: { action: "organization.exported" } });
  });

  it("R0-94 contains no hash, no secret and nothing of another organization", async () => {
    await makeApplication(testApp, owner);
    const factor = await setUpSecondFactor(testApp, browser);
    const otherOrganization = await makeOrganization(testApp, { name: "Praxis Anderswo" });
    const stranger = await makeMember(testApp, otherOrganization.id, "viewer", { lastName: "Fremd-Person" });
    const text = await (await download(browser, exportPath(id))).text();
    expect(text).toContain("Kasse am Empfang");
    for (const word of [
      "Anderswo",
      "Fremd-Person",
      otherOrganization.id,
      stranger.personId,
      "$argon2",
      "pp_at_",
      "pp_rt_",
    ])
      expect(text).not.toContain(word);
    for (const secret of [factor.secret, ...factor.backupCodes]) expect(text).not.toContain(secret);
    // No text column of an exported field stores a hash or a secret.
    const fields = sections.flatMap(({ name, columns }) => columns.map((column) => `${name} ${column}`));
    expect(
      fields.filter((field) => /hash|secret|sealed|password|token_id|api_key|pin_|salt/.test(field)),
    ).toEqual(["aiUsage token_id", "auditNames salt"]);
    const exported = JSON.parse(text) as Exported;
    const written = Object.entries(exported.sections).flatMap(([name, [row]]) =>
      Object.keys(row ?? {}).map((field) => `${name} ${field}`),
    );
    expect(written.filter((field) => /hash|secret|sealed|password|apiKey|pin[A-Z]/i.test(field))).toEqual([]);
    const columns = await queryRows<{ table: string; column: string }>(
      testApp,
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and (table_name, column_name) <> ('audit_name', 'salt')`,
    );
    expect(columns.length).toBeGreaterThan(10);
    let checkedCount = 0;
    for (const { table, column } of columns) {
      // Audit records refer to names by their digest.
      if (table === "audit_name") continue;
      const values = await queryRows<{ value: Buffer | null }>(
        testApp,
        `select "${column}" as value from "${table}"`,
      );
      for (const { value } of values) {
        if (value === null || value.length < 8) continue;
        checkedCount += 1;
        for (const form of ["hex", "base64", "base64url"] as const)
          expect(text.includes(value.toString(form)), `${table}.${column}`).toBe(false);
      }
    }
    expect(checkedCount).toBeGreaterThan(10);
  });

  it("R0-298 N80 needs a step-up and notifies all org_admins", async () => {
    const client = new TestClient(testApp);
    await client.signIn(second);
    await queryRows(testApp, "delete from notification where organization_id = $1", [id]);
    const before = (await auditEntries(testApp, id, "organization.exported")).length;
    expect((await client.call(exportTenant, { params: { id } })).status).toBe(200);
    const [entry] = (await auditEntries(testApp, id, "organization.exported")).slice(before);
    expect(entry).toMatchObject({ actor_id: second.personId, outcome: "success" });
    const notified = await queryRows<{ person_id: string; kind: string }>(
      testApp,
      "select person_id, kind from notification where organization_id = $1",
      [id],
    );
    expect(notified.toSorted((a, b) => a.person_id.localeCompare(b.person_id))).toEqual(
      [owner.personId, second.personId]
        .toSorted((a, b) => a.localeCompare(b))
        .map((personId) => ({ person_id: personId, kind: "organizationExported" })),
    );
    await queryRows(
      testApp,
      "update session set authenticated_at = now() - interval '11 minutes' where person_id = $1",
      [second.personId],
    );
    testApp.app.callers.cache.forgetAll();
    const refusal = await client.call(exportTenant, { params: { id } });
    expect([refusal.status, refusal.problem.code]).toEqual([403, "STEP_UP_REQUIRED"]);
    const ticket = await client.call(createDownloadTicket, { body: { path: exportPath(id) } });
    expect(ticket.problem.code).toBe("STEP_UP_REQUIRED");
    expect(await auditEntries(testApp, id, "organization.exported")).toHaveLength(before + 1);
  });

  it("R0-86 see R7n-24 is allowed only to the administrators of a suspended organization and to the operator", async () => {
    const { id: suspended } = await makeOrganization(testApp);
    const [admin, viewer, operator] = [
      new TestClient(testApp, "browser"),
      new TestClient(testApp, "browser"),
      new TestClient(testApp, "browser"),
    ];
    const administrator = await makeMember(testApp, suspended, "org_admin");
    await admin.signIn(administrator);
    await viewer.signIn(await makeMember(testApp, suspended, "practice_admin"));
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    expect((await viewer.call(exportTenant, { params: { id: suspended } })).problem.code).toBe("FORBIDDEN");
    await queryRows(testApp, "update organization set status = 'suspended' where organization_id = $1", [
      suspended,
    ]);
    testApp.app.callers.cache.forgetAll();
    for (const client of [admin, operator]) {
      const response = await download(client, exportPath(suspended));
      expect(response.status).toBe(200);
      expect(await response.text()).toContain(suspended);
    }
    expect((await viewer.call(exportTenant, { params: { id: suspended } })).status).toBe(403);
    expect((await admin.call(exportTenant, { params: { id } })).status).toBe(404);
    const notices = async () =>
      (await mailsOf(testApp, "organizationExported")).filter((mail) =>
        mail.includes(`<${String(administrator.email)}>`),
      );
    await vi.waitFor(async () => expect(await notices()).toHaveLength(2), waitOptions);
  });

  it("N80 rejects HEAD, because it would export without sending anything", async () => {
    const before = await auditEntries(testApp, id, "organization.exported");
    const response = await browser.fetch(exportPath(id), { method: "HEAD" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
    expect(await auditEntries(testApp, id, "organization.exported")).toHaveLength(before.length);
  });

  it("see R0-15 is a consistent snapshot, regardless of its duration", async () => {
    const snapshot = await testApp.app.identityDb.organization(id).openSnapshot();
    try {
      const count = async () => {
        const statement =
          "select id from membership where organization_id = current_setting('app.organization_id')::uuid";
        let rows = 0;
        for await (const batch of snapshot.batches(statement)) rows += batch.length;
        return rows;
      };
      const before = await count();
      await makeMember(testApp, id, "viewer");
      expect(await count()).toBe(before);
    } finally {
      await snapshot.close();
    }
  });

  it("N80 see R0-92 runs once per organization and twice per process, and again after a client disconnects", async () => {
    const createOther = async () => {
      const organization = await makeOrganization(testApp);
      const client = new TestClient(testApp, "browser");
      await client.signIn(await makeMember(testApp, organization.id, "org_admin"));
      return { client, path: exportPath(organization.id) };
    };
    const [neighbor, third] = [await createOther(), await createOther()];
    const refusalOf = async (client: TestClient, path: string) => {
      const ticket = await client.call(createDownloadTicket, { body: { path } });
      const response = await client.fetch(path);
      const statuses = [ticket.status, response.status];
      if (response.status === 200) {
        await response.body?.cancel();
        return statuses;
      }
      expect(await response.json()).toMatchObject({ code: ticket.problem.code });
      return [...statuses, ticket.problem.code, ticket.headers.get("retry-after")];
    };
    const tableLock = await lockTable(testApp, "security_check");
    try {
      const disconnecting = new AbortController();
      const first = await download(browser, exportPath(id), disconnecting.signal);
      expect(first.status).toBe(200);
      expect(await refusalOf(browser, exportPath(id))).toEqual([429, 429, "TOO_MANY_REQUESTS", "30"]);
      const parallel = await download(neighbor.client, neighbor.path);
      expect(parallel.status).toBe(200);
      expect(await refusalOf(third.client, third.path)).toEqual([503, 503, "OVERLOADED", "30"]);
      disconnecting.abort();
      const next = await vi.waitFor(async () => {
        const response = await download(third.client, third.path);
        expect(response.status).toBe(200);
        return response;
      }, waitOptions);
      await tableLock.release();
      for (const response of [parallel, next]) expect(await response.text()).toContain('"manifest":');
      await expect(first.text()).rejects.toThrow("aborted");
      await vi.waitFor(async () => expect(await openTransactions(testApp)).toBe(0), waitOptions);
    } finally {
      await tableLock.release();
    }
  });

  it(
    "ends as an error, not as a complete file, when its process is killed",
    { timeout: 120_000 },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "praxisportal export-"));
      const { child, baseUrl } = await startSecondPortal(testApp, folder);
      const client = new TestClient(testApp);
      await client.signIn(second);
      const tableLock = await lockTable(testApp, "security_check");
      try {
        const headers = { authorization: `Bearer ${client.accessToken}` };
        const response = await fetch(`${baseUrl}${exportPath(id)}`, { headers });
        expect(response.status).toBe(200);
        const exit = once(child, "exit");
        child.kill("SIGKILL");
        await exit;
        await expect(response.text()).rejects.toThrow("terminated");
      } finally {
        await tableLock.release();
        child.kill("SIGKILL");
        await rm(folder, { recursive: true, force: true });
      }
      await vi.waitFor(async () => expect(await openTransactions(testApp)).toBe(0), waitOptions);
      expect(await (await download(browser, exportPath(id))).text()).toContain('"manifest":');
    },
  );
});

describe("the sections of an export", () => {
  it("R7n-24 cover every table and column of an organization, or leave it out deliberately", async () => {
    const columns = await queryRows<{ table: string; names: string[] }>(
      testApp,
      `select c.relname as table, array_agg(a.attname::text order by a.attname) as names
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relrowsecurity
       group by c.relname having 'organization_id' = any(array_agg(a.attname::text))`,
    );
    const known = new Map<string, readonly string[]>(
      sections.map(({ table, columns: exported, leftOut }) => [table, [...exported, ...leftOut]]),
    );
    for (const { table, names } of columns) {
      if (table in tablesLeftOut) continue;
      const ownColumns = names.filter((name) => name !== "organization_id" || table === "organization");
      expect([table, [...(known.get(table) ?? [])].toSorted()]).toEqual([table, ownColumns.toSorted()]);
    }
    expect(new Set([...known.keys(), ...Object.keys(tablesLeftOut)])).toEqual(
      new Set(columns.map(({ table }) => table)),
    );
  });

  it.each([
    ["Praxis Dr. Müller & Söhne", "praxis-dr-mueller-soehne.json"],
    ["Cabinet Élodie", "cabinet-elodie.json"],
    ['../"x"\r\n', "x.json"],
    ["診療所", "export.json"],
  ])("see R7n-25 the file of %j is called %s", (name, file) => {
    expect(fileNameOf(name, "json")).toBe(file);
  });
});
