import { createDownloadTicket } from "@praxisportal/contract/auth/auth.endpoints";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { exportOwnData } from "@praxisportal/contract/own-data/own-data.endpoints";
import { blockUser, unblockUser } from "@praxisportal/contract/user-security/user-security.endpoints";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { makeApplication } from "../../../test/application.ts";
import {
  auditEntries,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { setUpSecondFactor } from "../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { download, lockTable, openTransactions } from "../../../test/tenant-export/exports.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import { ownDataTexts } from "./own-data-texts.ts";
import { accountSections, logSections, organizationSections, tablesLeftOut } from "./own-sections.ts";

const path = "/api/v1/users/me/export";
const longTimeout = { timeout: 20_000 };

let testApp: TestApp;
let id: string;
let otherId: string;
let administrator: Awaited<ReturnType<typeof makeMember>>;
let person: Awaited<ReturnType<typeof makeMember>>;
let browser: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  ({ id } = await makeOrganization(testApp, { name: "Praxis Beispiel" }));
  ({ id: otherId } = await makeOrganization(testApp, { name: "Zweigpraxis Beispiel" }));
  administrator = await makeMember(testApp, id, "org_admin", { lastName: "Muster-Leitung" });
  person = await makeMember(testApp, id, "viewer", { lastName: "Demo-Auskunft" });
  await joinOrganization(testApp, otherId, person.personId, "editor");
  await makeApplication(testApp, person);
  browser = new TestClient(testApp, "browser");
  await browser.signIn(person);
});
afterAll(() => testApp.stop());

type Row = Record<string, unknown>;
type Part = Record<string, Row[]>;
type OwnData = {
  format: string;
  personId: string;
  explanation: { sections: Record<string, string> };
  account: Part;
  organizations: ({ organizationId: string; name: string } & Part)[];
};

async function ownDataOf(client: TestClient): Promise<{ text: string; data: OwnData }> {
  const response = await download(client, path);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/json; charset=utf-8",
  ]);
  const text = await response.text();
  return { text, data: JSON.parse(text) as OwnData };
}

describe("GET /api/v1/users/me/export", () => {
  it("returns the account and each organization of a viewer, and explains every section", async () => {
    await queryRows(
      testApp,
      `insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, actor_id, record, prev_hash, hash)
       select $1, 100000 + n, ($3 || to_char(n, 'FM000000000000'))::uuid, now(), 'auth.login', 'success', $2,
         '{"actor":{"type":"user"}}', '', '' from generate_series(1, 1200) n`,
      // The ids contain the current time, because it determines the partition.
      [otherId, person.personId, uuidV7().slice(0, 24)],
    );
    await queryRows(
      testApp,
      `insert into ai_usage_person_day values ($1, '2026-11-02', $2, 'EUR', 3, 40, 50, 60, 1234567, 0, 0)`,
      [id, person.personId],
    );
    for (const [name, owner] of [
      ["Demo-Brief", person.personId],
      ["Vorlage der Praxis", null],
    ])
      await queryRows(
        testApp,
        `insert into ai_template (organization_id, id, person_id, name, text, created_by, created_at, updated_at)
         values ($1, $2, $3, $4, 'Bitte freundlich.', $5, now(), now())`,
        [id, uuidV7(), owner, name, administrator.personId],
      );
    const response = await download(browser, path);
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="meine-daten-\d{4}-\d\d-\d\d\.json"$/,
    );
    const data = JSON.parse(await response.text()) as OwnData;
    expect([data.format, data.personId]).toEqual(["praxisportal.own-data", person.personId]);
    expect(data.account["account"]).toMatchObject([{ id: person.personId, lastName: "Demo-Auskunft" }]);
    expect(data.account["sessions"]?.length).toBeGreaterThan(0);
    const byId = new Map(data.organizations.map((part) => [part.organizationId, part]));
    expect([...byId.keys()].toSorted()).toEqual([id, otherId].toSorted());
    const ownPart = byId.get(id);
    expect(ownPart?.name).toBe("Praxis Beispiel");
    expect(ownPart?.["membership"]).toMatchObject([{ role: "viewer", username: person.username }]);
    expect(ownPart?.["tokens"]).toMatchObject([{ applicationName: "Kasse am Empfang" }]);
    expect(ownPart?.["aiTemplates"]?.map(({ name }) => name)).toEqual(["Demo-Brief"]);
    expect(ownPart?.["aiUsagePerDay"]).toMatchObject([
      { localDay: "2026-11-02", calls: 3, costMicro: 1_234_567 },
    ]);
    expect(ownPart?.["ownActions"]?.at(-1)).toMatchObject({
      action: "user.own_data_exported",
      isAboutMe: true,
      route: path,
    });
    expect(byId.get(otherId)?.["membership"]).toMatchObject([{ role: "editor" }]);
    expect(byId.get(otherId)?.["ownActions"]?.length).toBeGreaterThan(1_200);
    const { organizationId: _id, name: _name, ...parts } = ownPart ?? {};
    const names = [...new Set([...Object.keys(data.account), ...Object.keys(parts)])];
    expect(Object.keys(data.explanation.sections).toSorted()).toEqual(names.toSorted());
    const german = Object.keys(ownDataTexts("de").sections);
    for (const language of ["en", "fr", "it"] as const)
      expect(Object.keys(ownDataTexts(language).sections)).toEqual(german);
  });

  it("contains nothing about colleagues, other organizations or their people", async () => {
    const { id: foreign } = await makeOrganization(testApp, { name: "Praxis Anderswo" });
    const stranger = await makeMember(testApp, foreign, "viewer", { lastName: "Fremd-Person" });
    const colleague = await makeMember(testApp, id, "viewer", { lastName: "Demo-Kollegin" });
    const adminClient = new TestClient(testApp);
    await adminClient.signIn(administrator);
    // An administrator acts on the person, and the person on a colleague.
    for (const endpoint of [blockUser, unblockUser])
      expect((await adminClient.call(endpoint, { params: { id: person.personId } })).status).toBe(200);
    await browser.signIn(person);
    await testApp.app.identityDb.write(async (tx) =>
      tx.record({
        organizationId: id,
        action: "user.updated",
        actor: { type: "user", id: person.personId, display: "Demo-Auskunft", role: "viewer" },
        target: { type: "user", id: colleague.personId, display: "Demo-Kollegin" },
        changes: { phone: ["+49 30 1111111", "+49 30 2222222"] },
        reason: "Krankheit von Demo-Kollegin",
        origin: "ui",
      }),
    );
    const { text, data } = await ownDataOf(browser);
    const ownPart = data.organizations.find(({ organizationId }) => organizationId === id);
    expect(ownPart?.["actionsOfOthersAboutMe"]).toMatchObject([
      { action: "user.blocked", actorRole: "org_admin" },
      { action: "user.unblocked", actorRole: "org_admin" },
    ]);
    expect(ownPart?.["ownActions"]?.find(({ action }) => action === "user.updated")).toMatchObject({
      isAboutMe: false,
      targetType: "user",
      changes: null,
      reason: null,
    });
    for (const marker of [
      "Anderswo",
      foreign,
      "Fremd-Person",
      stranger.personId,
      "Kollegin",
      colleague.personId,
      "2222222",
      "Muster-Leitung",
      administrator.personId,
    ])
      expect(text, marker).not.toContain(marker);
  });

  it("contains no secret of any table", async () => {
    const factor = await setUpSecondFactor(testApp, browser);
    const { text } = await ownDataOf(browser);
    for (const word of ["$argon2", "pp_at_", "pp_rt_", JSON.stringify(factor).slice(2, 20)])
      expect(text).not.toContain(word);
    const columns = await queryRows<{ table: string; column: string }>(
      testApp,
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea'`,
    );
    let checkedCount = 0;
    for (const { table, column } of columns) {
      const rows = await queryRows<{ value: Buffer | null }>(
        testApp,
        `select "${column}" as value from "${table}"`,
      );
      for (const { value } of rows) {
        if (value === null || value.length < 8) continue;
        checkedCount += 1;
        for (const form of ["hex", "base64", "base64url"] as const)
          expect(text.includes(value.toString(form)), `${table}.${column}`).toBe(false);
      }
    }
    expect(checkedCount).toBeGreaterThan(10);
  });

  it("needs a step-up, is refused to applications, and is logged and notified with a mail", async () => {
    const member = await makeMember(testApp, id, "viewer");
    const client = new TestClient(testApp, "browser");
    await client.signIn(member);
    await ownDataOf(client);
    for (const chain of [id, platformChainId])
      expect(
        (await auditEntries(testApp, chain, "user.own_data_exported")).filter(
          ({ actor_id, target_id }) => actor_id === member.personId && target_id === member.personId,
        ),
      ).toHaveLength(1);
    expect(
      await queryRows(testApp, "select kind from notification where person_id = $1", [member.personId]),
    ).toEqual([{ kind: "ownDataExported" }]);
    await vi.waitFor(async () => {
      const mails = await mailsOf(testApp, "ownDataExported");
      expect(mails.filter((mail) => mail.includes(`<${String(member.email)}>`))).toHaveLength(1);
    }, longTimeout);

    await queryRows(
      testApp,
      "update session set authenticated_at = now() - interval '11 minutes' where person_id = $1",
      [member.personId],
    );
    testApp.app.callers.cache.forgetAll();
    expect((await client.call(exportOwnData)).problem.code).toBe("STEP_UP_REQUIRED");
    const ticket = await client.call(createDownloadTicket, { body: { path } });
    expect(ticket.problem.code).toBe("STEP_UP_REQUIRED");
    const { client: application } = await makeApplication(testApp, member);
    expect((await application.call(exportOwnData)).problem.code).toBe("FORBIDDEN");
  });

  it("is available to people without an address and to platform accounts", async () => {
    const [withoutAddress, operator] = [
      await makeMember(testApp, id, "viewer", { email: null }),
      await makePlatformAccount(testApp, "super_admin"),
    ];
    const clients = [new TestClient(testApp, "browser"), new TestClient(testApp, "browser")] as const;
    await clients[0].signIn(withoutAddress);
    await clients[1].signIn(operator);
    const [member, account] = [await ownDataOf(clients[0]), await ownDataOf(clients[1])];
    expect(member.data.account["account"]).toMatchObject([{ id: withoutAddress.personId, email: null }]);
    expect(account.data.account["account"]).toMatchObject([{ platformRole: "super_admin" }]);
    expect(account.data.organizations).toEqual([]);
    expect(account.data.account["ownActions"]?.at(-1)).toMatchObject({ action: "user.own_data_exported" });
  });

  it("see N80 runs once per person, and releases its connection when the client disconnects or the database fails", async () => {
    const member = await makeMember(testApp, id, "viewer");
    const client = new TestClient(testApp, "browser");
    await client.signIn(member);
    const admin = new pg.Client({ connectionString: inject("cluster").adminUrl });
    await admin.connect();
    const tableLock = await lockTable(testApp, "weekly_digest");
    try {
      const disconnecting = new AbortController();
      const first = await download(client, path, disconnecting.signal);
      expect(first.status).toBe(200);
      const refusal = await client.call(createDownloadTicket, { body: { path } });
      expect([refusal.status, refusal.headers.get("retry-after")]).toEqual([429, "30"]);
      disconnecting.abort();
      await expect(first.text()).rejects.toThrow("aborted");
      const next = await vi.waitFor(async () => {
        const response = await download(client, path);
        expect(response.status).toBe(200);
        return response;
      }, longTimeout);
      await vi.waitFor(async () => {
        const { rowCount } = await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = $1 and usename = 'portal_app' and wait_event_type = 'Lock'`,
          [new URL(testApp.urls.app).pathname.slice(1)],
        );
        expect(rowCount).toBeGreaterThan(0);
      }, longTimeout);
      await expect(next.text()).rejects.toThrow("terminated");
    } finally {
      await admin.end();
      await tableLock.release();
    }
    await vi.waitFor(async () => expect(await openTransactions(testApp)).toBe(0), longTimeout);
    expect((await ownDataOf(client)).data.personId).toBe(member.personId);
  });
});

describe("the sections of the caller's own data", () => {
  const sections = [...accountSections, ...organizationSections, ...logSections];

  it("cover every table with rows about people, or leave it out deliberately", async () => {
    const tables = await queryRows<{ table: string }>(
      testApp,
      `select distinct c.relname as table from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
         and (a.attname ~ '(^|_)(person|session|device|actor|membership|successor|owner)_id$'
           or a.attname ~ '_by$' or c.relname in ('person', 'device'))`,
    );
    expect(tables.length).toBeGreaterThan(30);
    const knownTables = new Set<string>([
      ...sections.map(({ table }) => table),
      ...Object.keys(tablesLeftOut),
    ]);
    expect(tables.map(({ table }) => table).filter((table) => !knownTables.has(table))).toEqual([]);
  });

  it("name every column of their tables as exported or left out", async () => {
    const columns = await queryRows<{ table: string; names: string[] }>(
      testApp,
      `select c.relname as table, array_agg(a.attname::text order by a.attname) as names
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       group by c.relname`,
      [sections.map(({ table }) => table)],
    );
    const isBound = new Set<string>([...organizationSections, ...logSections].map(({ table }) => table));
    const namesOf = new Map(columns.map(({ table, names }) => [table, names]));
    for (const { name, table, columns: exported, leftOut } of sections) {
      const ownColumns = (namesOf.get(table) ?? []).filter(
        (column) => column !== "organization_id" || !isBound.has(table),
      );
      expect([name, [...exported, ...leftOut].toSorted()]).toEqual([name, ownColumns.toSorted()]);
    }
  });
});
