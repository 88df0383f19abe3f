import { getDeletionCertificate, listErasedTenants } from "@praxisportal/contract/tenants/tenants.endpoints";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../../test/factories.ts";
import { mailsOf } from "../../../../test/mailbox.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { download } from "../../../../test/tenant-export/exports.ts";
import { makeFullOrganization } from "../../../../test/tenant-export/full-organization.ts";

const dayMs = 86_400_000;

let testApp: TestApp;
let operator: TestClient;
let fullOrganization: Awaited<ReturnType<typeof makeFullOrganization>>;
beforeAll(async () => {
  testApp = await createTestApp({ OPERATOR_NAME: "Muster Betrieb GmbH" });
  operator = new TestClient(testApp, "browser");
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
  fullOrganization = await makeFullOrganization(testApp);
  await makeMember(testApp, fullOrganization.id, "org_admin", {
    firstName: "Łucja",
    lastName: "Beispiel-Zwei",
  });
  await makeMember(testApp, fullOrganization.id, "viewer", { lastName: "Ohne-Bescheinigung" });
  const otherOrganization = await makeOrganization(testApp);
  await joinOrganization(testApp, otherOrganization.id, fullOrganization.withoutMail.personId, "viewer");
}, 60_000);
afterAll(() => testApp.stop());

const runJob = () =>
  testApp.app.jobs.find(({ name }) => name === "organization-erasure")?.run(new AbortController().signal);

const pathOf = (id: string) => `/api/tenant/organizations/${id}/deletion-certificate`;

async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

/** Counts the rows of the organization in tables that the certificate names. */
async function countRows(...tables: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await queryRows<{ n: number }>(
      testApp,
      `select count(*)::int as n from ${table} where organization_id = $1`,
      [fullOrganization.id],
    );
    counts[table] = row?.n ?? 0;
  }
  return counts;
}

describe("the deletion certificate", () => {
  let pdf: Buffer;

  it("see R0-108 does not exist before the erasure", async () => {
    const { status } = await operator.call(getDeletionCertificate, { params: { id: fullOrganization.id } });
    expect(status).toBe(404);
    expect((await operator.call(listErasedTenants, { query: {} })).result.data).toEqual([]);
  });

  it("R0-108 lists the erased rows of each table, what remains and why, the end of the log and the dates", async () => {
    const counts = await countRows("membership", "ai_usage_event", "stored_file", "site", "workstation");
    expect(counts).toMatchObject({ membership: 6, ai_usage_event: 2500, stored_file: 2 });
    await queryRows(
      testApp,
      "update organization set status = 'deleted', deleted_at = '2026-08-05T10:00:00Z' where organization_id = $1",
      [fullOrganization.id],
    );
    await Promise.all([runJob(), runJob()]);
    const response = await download(operator, pathOf(fullOrganization.id));
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toMatch(/filename="?loeschbescheinigung-[\w-]+\.pdf/);
    pdf = Buffer.from(await response.arrayBuffer());
    const text = await textOf(pdf);
    for (const part of [
      "Löschbescheinigung",
      "Betreiber Muster Betrieb GmbH",
      "Praxis Praxis Dr. Muster",
      `Kennung ${fullOrganization.id}`,
      "Zugang beendet 5. August 2026 um 12:00",
    ])
      expect(text).toContain(part);
    const number = new Intl.NumberFormat("de-DE");
    for (const [table, count] of Object.entries(counts))
      expect(text).toContain(` ${table} ${number.format(count)} `);
    // One of six also works in another organization.
    expect(text).toContain(" person 5 ");
    expect(text).toContain("die auch anderswo im Portal arbeiten: 1");
    // The draft is erased, an invoice and its credit note remain.
    expect(text).toContain("Entwürfe von Rechnungen invoice 1 ");
    expect(text).toContain("Rechnungen und Gutschriften mit Zahlungen: 2");
    expect(text).toContain("bis zum 31. Dezember 2034");
    const [head] = await queryRows<{ seq: number; hash: string }>(
      testApp,
      "select head_seq::int as seq, encode(head_hash, 'hex') as hash from audit_chain where organization_id = $1",
      [fullOrganization.id],
    );
    expect(text).toContain(`die Nummer ${head?.seq} und den Hashwert: ${head?.hash}`);
    expect(text).toContain(`Protokoll der Praxis: ${head?.seq} Einträge ohne Namen`);
    const bases = text
      .split("Rechtsgrundlage: ")
      .slice(1)
      .map((rest) => rest.slice(0, rest.indexOf(" DSGVO")));
    expect(bases).toEqual([
      "Art. 5 Abs. 2 und Art. 32",
      "Art. 5 Abs. 2",
      "Art. 5 Abs. 2 und Art. 17 Abs. 3 Buchst. e",
      "Art. 6 Abs. 1 Buchst. b und f",
      "Art. 6 Abs. 1 Buchst. c und Art. 17 Abs. 3 Buchst. b",
      "Art. 6 Abs. 1 Buchst. b",
      "Art. 32 Abs. 1 Buchst. c",
    ]);
    const [row] = await queryRows<{ at: Date; counts: Record<string, number> }>(
      testApp,
      "select certified_at as at, counts from organization_erasure where organization_id = $1",
      [fullOrganization.id],
    );
    const issuedAt = new Intl.DateTimeFormat("de-DE", {
      dateStyle: "long",
      timeStyle: "short",
      timeZone: "Europe/Berlin",
    }).format(row?.at);
    expect(text).toContain(`Ausgestellt ${issuedAt}`);
    const erasedTables = Object.entries(row?.counts ?? {}).filter(([, count]) => count > 0);
    expect(erasedTables.length).toBeGreaterThan(30);
    expect(
      erasedTables.filter(([table, count]) => !text.includes(` ${table} ${number.format(count)} `)),
    ).toEqual([]);
    // People are not named.
    expect(text).not.toContain("Ohne-Mail");
  });

  it("see R0-108 is found in the list of erased tenants, even by a part of the former name", async () => {
    const { result } = await operator.call(listErasedTenants, { query: { search: "dr. MUSTER" } });
    expect(result.pagination).toEqual({ page: 1, limit: 20, total: 1, pages: 1 });
    expect(result.data).toEqual([
      {
        organizationId: fullOrganization.id,
        name: "Praxis Dr. Muster",
        practiceCode: expect.stringMatching(/^[A-Z0-9-]+$/),
        endedAt: "2026-08-05T10:00:00.000Z",
        erasedAt: expect.any(String),
        certifiedAt: expect.any(String),
      },
    ]);
    const otherResponse = await operator.call(listErasedTenants, { query: { search: "Beispielpraxis" } });
    expect([otherResponse.result.data, otherResponse.result.pagination.total]).toEqual([[], 0]);
  });

  it("see R0-108 goes to the last administrators by mail, once, and their addresses are deleted after 30 days", async () => {
    const mails = await vi.waitFor(
      async () => {
        const sentMails = await mailsOf(testApp, "deletionCertificate");
        expect(sentMails.length).toBeGreaterThanOrEqual(2);
        return sentMails;
      },
      { timeout: 10_000 },
    );
    expect(new Set(mails.map((mail) => /^To: .*<(.+)>/m.exec(mail)?.[1])).size).toBe(2);
    for (const mail of mails) {
      expect(mail).toContain("Praxis Dr. Muster");
      expect(mail.replaceAll("\r\n", "")).toContain(pdf.toString("base64").replace(/=+$/, ""));
    }
    const recipients = () =>
      queryRows(testApp, "select from organization_erasure where recipients is not null");
    expect(await recipients()).toHaveLength(1);
    testApp.clock.advance(29 * dayMs);
    await runJob();
    expect(await recipients()).toHaveLength(1);
    testApp.clock.advance(dayMs);
    await runJob();
    expect(await recipients()).toEqual([]);
    expect(await mailsOf(testApp, "deletionCertificate")).toHaveLength(2);
  });

  it("see R0-108 is only for the operator", async () => {
    const client = new TestClient(testApp, "browser");
    const otherOrganization = await makeOrganization(testApp);
    await client.signIn(await makeMember(testApp, otherOrganization.id, "org_admin"));
    expect((await client.call(getDeletionCertificate, { params: { id: fullOrganization.id } })).status).toBe(
      404,
    );
    expect((await client.call(listErasedTenants, { query: {} })).status).toBe(403);
    const admin = new TestClient(testApp, "browser");
    await admin.signIn(await makePlatformAccount(testApp, "admin"));
    expect((await admin.call(getDeletionCertificate, { params: { id: fullOrganization.id } })).status).toBe(
      403,
    );
  });
});
