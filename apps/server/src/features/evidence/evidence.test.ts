import { createHash } from "node:crypto";
import { createDownloadTicket } from "@praxisportal/contract/auth/auth.endpoints";
import {
  cancelEvidence,
  createEvidence,
  downloadEvidence,
  listEvidence,
} from "@praxisportal/contract/evidence/evidence.endpoints";
import { aiInstructionVersion } from "@praxisportal/contract/ai-instruction/ai-instruction.rules";
import { evidenceSections } from "@praxisportal/contract/evidence/evidence.rules";
import { completeReview, listReviews } from "@praxisportal/contract/reviews/reviews.endpoints";
import { setUserRole } from "@praxisportal/contract/users/users.endpoints";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeProviders } from "../../../test/ai/ai-calls.ts";
import {
  auditEntries,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { openPdf, readPdfText } from "../../../test/files/read-pdf.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { download } from "../../../test/tenant-export/exports.ts";
import { unzip } from "../../../test/files/unzip.ts";
import { cleanupJob } from "../../platform/jobs/cleanup.ts";
import { prepareReview, reviewRights } from "../../../test/reviews/audited-calls.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** Runs the job once, as the scheduler does. */
async function runJob(): Promise<void> {
  const job = testApp.app.jobs.find(({ name }) => name === "evidence");
  if (job === undefined) throw new Error("there is no job");
  await job.run(new AbortController().signal);
}

/** Creates an organization with an administrator who is signed in, and a member without a second factor. */
async function setUpOrganization(country: "DE" | "AT" | "CH" = "DE") {
  const { id } = await makeOrganization(testApp, { name: "Praxis am Musterplatz", country });
  const admin = await makeMember(testApp, id, "org_admin", { firstName: "Ina", lastName: "Muster-Leitung" });
  const member = await makeMember(testApp, id, "editor", { firstName: "Bo", lastName: "Beispiel-Neu" });
  const client = new TestClient(testApp, "browser");
  await client.signIn(admin);
  return { id, admin, member, client, params: { id } };
}

/** Sets since how many days an organization has had reviews of rights. */
const setReviewsSince = (organizationId: string, days: number) =>
  queryRows(
    testApp,
    "update organization set rights_reviews_since = now() - make_interval(days => $2) where organization_id = $1",
    [organizationId, days],
  );

/** Creates a folder and returns it with its files, as a page downloads them. */
async function folderOf({ client, id, params }: Awaited<ReturnType<typeof setUpOrganization>>) {
  const request = await client.call(createEvidence, { params, body: {} });
  expect([request.status, request.result.state]).toEqual([202, "queued"]);
  await runJob();
  const folder = (await client.call(listEvidence, { params })).result.folders[0];
  if (folder === undefined) throw new Error("there is no folder");
  const path = `/api/tenant/organizations/${id}/evidence/${folder.id}/file`;
  const bytesOf = async (format: string) =>
    Buffer.from(await (await download(client, `${path}?format=${format}`)).arrayBuffer());
  const [pdf, zip] = [await bytesOf("pdf"), await bytesOf("zip")];
  const text = () => readPdfText(pdf);
  return { folder, pdf, zip, text, path };
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

type StructureNode = { role?: string; children?: StructureNode[] };
const rolesOf = ({ role, children = [] }: StructureNode): string[] => [
  ...(role === undefined ? [] : [role]),
  ...children.flatMap(rolesOf),
];

describe("an evidence folder", () => {
  it("R0-278 is a tagged PDF/A with embedded fonts and a ZIP whose manifest has the hash of every file", async () => {
    const evidence = await folderOf(await setUpOrganization());
    const source = evidence.pdf.toString("latin1");
    expect(source).toContain("<pdfaid:part>2</pdfaid:part>");
    expect(source).toContain("<pdfaid:conformance>A</pdfaid:conformance>");
    expect(source).toContain("<pdfuaid:part>1</pdfuaid:part>");
    expect(source).toContain("/OutputIntents");
    expect(source).toContain("/StructTreeRoot");
    const fonts = source.match(/\/Type \/FontDescriptor/g) ?? [];
    expect(fonts.length).toBeGreaterThan(0);
    expect(source.match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(fonts.length);
    const pdf = await openPdf(evidence.pdf);
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: "Nachweis-Mappe – Praxis am Musterplatz", Language: "de-DE" });
    const roles = rolesOf((await (await pdf.getPage(1)).getStructTree()) as StructureNode);
    for (const role of ["Document", "H1", "H2", "P", "Table", "TR", "TH", "TD"])
      expect(roles).toContain(role);

    const files = await unzip(evidence.zip);
    const manifest = JSON.parse(String(files.get("manifest.json"))) as {
      files: { name: string; bytes: number; sha256: string }[];
    };
    const presentFiles = [...files].filter(([name]) => name !== "manifest.json");
    expect(manifest.files).toEqual(
      presentFiles.map(([name, content]) => ({ name, bytes: content.length, sha256: sha256(content) })),
    );
    expect(files.get("nachweis-mappe.pdf")?.equals(evidence.pdf)).toBe(true);
    expect(presentFiles.filter(([name]) => name.endsWith(".json"))).toHaveLength(evidenceSections.length);
    expect(String(files.get("02-zweiter-faktor.csv"))).toContain("Beispiel-Neu;");
    const hashes = { pdf: sha256(evidence.pdf), zip: sha256(evidence.zip) };
    expect(evidence.folder.files).toMatchObject({ pdf: { sha256: hashes.pdf }, zip: { sha256: hashes.zip } });
    const [entry] = await auditEntries(testApp, String(manifestOrganization(files)), "evidence.created");
    expect(entry?.record.changes).toMatchObject({
      pdfSha256: [null, hashes.pdf],
      zipSha256: [null, hashes.zip],
    });
  });

  it("see R0-279 lists the decisions of completed reviews of rights; an open review is not proof", async () => {
    const staff = await setUpOrganization();
    const { params, client } = staff;
    await setReviewsSince(staff.id, 100);
    const { reviewId } = await prepareReview(client, params.id, { [staff.member.personId]: "reduce" });
    expect(await (await folderOf(staff)).text()).toContain("Keine Überprüfung im Zeitraum");
    const completion = await client.call(completeReview, { params: { ...params, reviewId } });
    expect(completion.status).toBe(200);
    const { zip, text } = await folderOf(staff);
    expect(await text()).not.toContain("Keine Überprüfung im Zeitraum");
    const files = await unzip(zip);
    const name = [...files.keys()].find((file) => file.endsWith("-rechte-ueberpruefungen.csv")) ?? "";
    const rows = String(files.get(name)).trim().split(/\r?\n/);
    expect(rows).toHaveLength(3);
    expect(rows.find((row) => row.includes("Beispiel-Neu"))).toContain("Einschränken");
    expect(rows.find((row) => row.includes("Muster-Leitung"))).toContain("Behalten");
  });

  it("see R0-279 a review of rights is an open point from the due date on the page of the reviews", async () => {
    const staff = await setUpOrganization();
    const { params, client } = staff;
    const reviewOf = async () => {
      const { folder, text } = await folderOf(staff);
      const section = folder.sections.find(({ id }) => id === "reviews");
      const { dueAt, isDue } = (await client.call(listReviews, { params })).result;
      return { open: section?.open, completed: section?.matching, dueAt, isDue, text };
    };
    const first = await reviewOf();
    expect(first).toMatchObject({ open: 0, completed: 0, isDue: false });
    const day = new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeZone: "Europe/Berlin" });
    expect(await first.text()).toContain(`Nächste Überprüfung bis ${day.format(new Date(first.dueAt))}`);
    await reviewRights(client, params.id);
    // A completed review in the period is no proof after the next one is due.
    await queryRows(
      testApp,
      `update rights_review set started_at = now() - interval '101 days', completed_at = now() - interval '100 days'
       where organization_id = $1`,
      [staff.id],
    );
    expect(await reviewOf()).toMatchObject({ open: 1, completed: 1, isDue: true });
  });

  it.each([
    ["DE", "Anlage 1 Nr. 45 · Art. 32 DSGVO", "§ 203 StGB · Art. 28 DSGVO"],
    ["AT", "§ 8 GTelG 2012 · Art. 32 DSGVO", "§ 54 ÄrzteG · Art. 28 DSGVO"],
    ["CH", "FMH IT-Grundschutz · Art. 8 DSG", "Art. 321 StGB · Art. 9 DSG"],
  ] as const)(
    "R0-279 names source, day and rule of each statement (%s)",
    async (country, secondFactor, ai) => {
      const startedAt = testApp.clock.now().getTime();
      const evidence = await folderOf(await setUpOrganization(country));
      const text = await evidence.text();
      const sources = new Set<unknown>();
      const files = await unzip(evidence.zip);
      const day = new Intl.DateTimeFormat("de-DE", {
        day: "2-digit",
        month: "2-digit",
        year: "numeric",
        timeZone: country === "DE" ? "Europe/Berlin" : country === "AT" ? "Europe/Vienna" : "Europe/Zurich",
      });
      for (const [index, { id, checkedAt }] of evidence.folder.sections.entries()) {
        const file = [...files.keys()].find(
          (name) => name.startsWith(String(index + 1).padStart(2, "0")) && name.endsWith(".json"),
        );
        const statement = JSON.parse(String(files.get(file ?? ""))) as Record<string, unknown>;
        expect(statement).toMatchObject({ id, checkedAt, source: expect.stringMatching(/\w/) as string });
        expect(Date.parse(checkedAt)).toBeGreaterThanOrEqual(startedAt);
        expect(Date.parse(checkedAt)).toBeLessThanOrEqual(testApp.clock.now().getTime());
        sources.add(statement["source"]);
        // In the overview and in its section: heading, summary, then source, day and rule.
        const [title, source] = [String(statement["statement"]), String(statement["source"])];
        expect(text).toMatch(
          new RegExp(`${index + 1} ${title} .{0,160}${source} ${day.format(new Date(checkedAt))}`),
        );
        expect(text).toMatch(
          new RegExp(
            `${index + 1} ${String(statement["statement"])} .{0,160}Quelle: ${String(statement["source"])} · Stand: ${day.format(new Date(checkedAt))}`,
          ),
        );
      }
      // Joiners and leavers come from the same page.
      expect(sources.size).toBe(evidence.folder.sections.length - 1);
      expect(text).toContain(secondFactor);
      expect(text).toContain(ai);
    },
  );

  it("R0-281 names the head hash of the audit chain and the result of its verification", async () => {
    const organization = await setUpOrganization();
    const evidence = await folderOf(organization);
    const chainOf = async (zip: Buffer) =>
      JSON.parse(String((await unzip(zip)).get("11-protokollkette.json"))) as {
        chain: { head: string; intact: boolean };
        total: number;
      };
    const chain = await chainOf(evidence.zip);
    const [entry] = await queryRows<{ hash: Buffer }>(
      testApp,
      "select hash from audit_entry where organization_id = $1 and seq = $2",
      [organization.id, chain.total],
    );
    expect(chain.chain).toMatchObject({ intact: true, head: entry?.hash.toString("hex") });
    const text = (await evidence.text()).replaceAll(" ", "");
    expect(text).toContain(chain.chain.head);
    expect(text).toContain("Unverändert:allePrüfsummenstimmen");
    expect(evidence.folder.sections.at(-4)).toMatchObject({ id: "auditChain", open: 0 });

    const owner = new pg.Client({ connectionString: testApp.urls.owner });
    await owner.connect();
    await owner.query(
      `update audit_entry set record = record || '{"reason": "anders"}' where organization_id = $1 and seq = 2`,
      [organization.id],
    );
    await owner.end();
    const brokenEvidence = await folderOf(organization);
    expect(await brokenEvidence.text()).toContain("Abweichung ab Eintrag 2");
    expect((await chainOf(brokenEvidence.zip)).chain.intact).toBe(false);
    expect(brokenEvidence.folder.sections.at(-4)).toMatchObject({ id: "auditChain", open: 1, matching: 1 });
  });

  it("states when and by whom a person got their rights, and lists the open points", async () => {
    const organization = await setUpOrganization();
    const { id, client, member, admin } = organization;
    await client.call(setUserRole, {
      params: { id: member.personId },
      body: { type: "viewer", permissions: ["billing:read", "ai:use"] },
      headers: { "x-organization-id": id },
    });
    await makeProviders(testApp, "offen");
    await queryRows(
      testApp,
      `insert into ai_approval (organization_id, provider_key, approved, processing_version, processing_agreed_on)
       values ($1, 'offen', true, '1.0', '2026-01-15')`,
      [id],
    );
    await queryRows(
      testApp,
      `insert into workstation (organization_id, id, label, is_shared, auto_lock_minutes)
       select $1, id, 'Empfang', true, 5 from device limit 1
       on conflict (organization_id, id) do update set label = 'Empfang', is_shared = true, auto_lock_minutes = 5`,
      [id],
    );
    await makeMember(testApp, id, "auditor", { lastName: "Extern-Muster" });
    const lockedMember = await makeMember(testApp, id, "viewer", { lastName: "Gesperrt-Muster" });
    const blockedMember = await makeMember(testApp, id, "viewer", { lastName: "Blockiert-Muster" });
    const deactivated = await makeMember(testApp, id, "viewer", { lastName: "Ärztin-Muster" });
    await queryRows(
      testApp,
      "update membership set locked_until = now() + interval '1 hour' where person_id = $1",
      [lockedMember.personId],
    );
    await queryRows(testApp, "update membership set blocked_at = now() where person_id = $1", [
      blockedMember.personId,
    ]);
    await queryRows(testApp, "update membership set status = 'deactivated' where person_id = $1", [
      deactivated.personId,
    ]);
    await queryRows(
      testApp,
      `insert into ai_instruction_confirmation (organization_id, person_id, version, confirmed_at)
       values ($1, $2, $3, '2026-02-03T10:00:00Z')`,
      [id, member.personId, aiInstructionVersion],
    );
    await queryRows(
      testApp,
      `insert into emergency_code (organization_id, label, created_by, created_at, used_by, used_at)
       values ($1, 'K7QX', $2, '2026-03-04T10:00:00Z', $3, '2026-05-06T10:00:00Z')`,
      [id, admin.personId, member.personId],
    );
    await setReviewsSince(id, 100);
    const { folder, zip, text } = await folderOf(organization);
    const files = await unzip(zip);
    const rights = JSON.parse(String(files.get("01-rechte.json"))) as {
      tables: { accounts: Record<string, unknown>[]; rightsChanges: Record<string, unknown>[] };
    };
    const [change] = await auditEntries(testApp, id, "user.role_changed");
    // In the order of bytes, Ä would follow Z.
    expect(rights.tables.accounts[0]).toMatchObject({ name: expect.stringContaining("Ärztin-Muster") });
    expect(rights.tables.accounts.find(({ username }) => username === member.username)).toMatchObject({
      role: "viewer",
      rightsSince: change?.record.occurredAt,
      rightsBy: "Ina Muster-Leitung",
    });
    expect(rights.tables.rightsChanges).toMatchObject([
      { role: ["editor", "viewer"], by: "Ina Muster-Leitung" },
    ]);
    expect(String(files.get("01-rechte-konten.csv"))).toContain(
      `;${String(admin.username)};Praxis-Administration;`,
    );
    // Rights are sentences; their technical names are only in the file.
    const grantedText = "Sieht Kosten und Rechnungen. Nutzt den KI-Assistenten.";
    expect(String(files.get("01-rechte-konten.csv"))).toContain(`;${grantedText};"ai:use, billing:read";`);
    expect(String(files.get("01-rechte-aenderungen.csv"))).toContain(`;Nur lesen: ${grantedText};`);
    expect(await text()).not.toMatch(/billing:\s*read/);
    const openPoints = Object.fromEntries(folder.sections.map((section) => [section.id, section.open]));
    expect(openPoints).toMatchObject({
      rights: 0,
      secondFactor: 4,
      restrictedAccounts: 2,
      workstations: 0,
      // The only one is used up.
      emergencyCode: 1,
      aiProviders: 1,
      aiInstructions: 1,
      reviews: 1,
      auditChain: 0,
    });
    expect(openPoints["openPoints"]).toBe(
      folder.sections.slice(0, -1).reduce((total, section) => total + section.open, 0),
    );
    expect(await text()).toContain("Verpflichtung zur Verschwiegenheit fehlt Anbieter offen");
    expect(await text()).toContain("Gesperrt, blockiert oder deaktiviert: 3 · extern: 1 · offene Punkte: 2");
    const restrictedFile = String(files.get("03-konten-ohne-zugang.csv"));
    expect(restrictedFile).toContain(";Blockiert seit;");
    expect(restrictedFile).toMatch(/Gesperrt-Muster;[^;]*;Gesperrt \(Fehlversuche\);/);
    expect(restrictedFile).toMatch(/Blockiert-Muster;[^;]*;Blockiert \(Verwaltung\);/);
    expect(restrictedFile).toMatch(/Ärztin-Muster;[^;]*;Deaktiviert;/);
    const instructions = JSON.parse(String(files.get("09-ki-einweisungen.json"))) as {
      tables: { aiInstructions: Record<string, unknown>[] };
    };
    expect(
      instructions.tables.aiInstructions.map(({ version, confirmedAt }) => [version, confirmedAt]),
    ).toEqual(
      expect.arrayContaining([
        [null, null],
        [aiInstructionVersion, "2026-02-03T10:00:00.000Z"],
      ]),
    );
    expect(String(files.get("09-ki-einweisungen.csv"))).toContain(";Nur lesen;1;03.02.2026");
    expect(String(files.get("07-notfallcode.csv"))).toMatch(
      /Verwendet;04\.03\.2026;Ina Muster-Leitung;06\.05\.2026;[^;]*Beispiel-Neu/,
    );
    expect(String(files.get("14-offene-punkte.csv"))).toContain(
      "KI-Einweisungen;KI-Einweisung ist nicht bestätigt;Ina Muster-Leitung;",
    );
    expect(String(files.get("14-offene-punkte.csv"))).toMatch(
      /Externer Zugang ohne Enddatum;[^;]*Extern-Muster;Ina Muster-Leitung/,
    );
  });

  it("see R0-279 an organization without a working emergency code has an open point", async () => {
    const staff = await setUpOrganization();
    const missingCode = "Notfallcode;Kein gültiger Notfallcode hinterlegt;–;";
    const pointsOf = async () =>
      String((await unzip((await folderOf(staff)).zip)).get("14-offene-punkte.csv"));
    expect(await pointsOf()).toContain(missingCode);
    await queryRows(
      testApp,
      `insert into emergency_code (organization_id, label, code_hash, created_by, created_at)
       values ($1, 'K7QX', $3, $2, now())`,
      [staff.params.id, staff.admin.personId, "unused"],
    );
    expect(await pointsOf()).not.toContain(missingCode);
  });

  it("R0-279 lists deletion runs and restore tests that are not proven, and proves those that were recorded", async () => {
    await queryRows(testApp, "delete from retention_run");
    await queryRows(testApp, "delete from restore_test");
    const staff = await setUpOrganization();
    const withoutProof = await folderOf(staff);
    const openIn = ({ folder }: Awaited<ReturnType<typeof folderOf>>) =>
      folder.sections
        .filter(({ id }) => ["retentionRuns", "restoreTests"].includes(id))
        .map(({ id, total, matching, open }) => [id, total, matching, open]);
    expect(openIn(withoutProof)).toEqual([
      ["retentionRuns", 3, 0, 1],
      ["restoreTests", 0, 0, 1],
    ]);
    expect(await withoutProof.text()).toContain("Wiederherstellungstest im Zeitraum ist nicht nachgewiesen");
    expect(await withoutProof.text()).toContain("Ein Löschlauf der letzten zwei Tage ist nicht nachgewiesen");

    const signal = new AbortController().signal;
    await cleanupJob(testApp.app.platformDb, [async () => 7]).run(signal);
    await cleanupJob(testApp.app.platformDb, [async () => 5]).run(signal);
    for (const name of ["audit-retention", "usage-retention"])
      await testApp.app.jobs.find((job) => job.name === name)?.run(signal);
    await queryRows(
      testApp,
      `insert into restore_test (id, tested_at, backup_at, chains, entries)
       values (gen_random_uuid(), now() - interval '20 days', '2026-02-03T10:00:00Z', 12, 3456),
         (gen_random_uuid(), now() - interval '5 years', '2020-02-03T10:00:00Z', 1, 1)`,
    );
    const withProof = await folderOf(staff);
    expect(openIn(withProof)).toEqual([
      ["retentionRuns", 3, 3, 0],
      ["restoreTests", 1, 1, 0],
    ]);
    const files = await unzip(withProof.zip);
    const runs = String(files.get("12-loeschlaeufe.csv")).trim().split(/\r?\n/);
    expect(runs).toHaveLength(4);
    expect(runs[1]).toMatch(/^"Abgelaufene Sitzungen, Codes, Nachrichten und Dateien";.*;2;12 Einträge$/);
    expect(runs[2]).toMatch(/^Protokoll nach Ablauf der Aufbewahrung;.*;1;0 Monate$/);
    const tests = String(files.get("13-wiederherstellungstests.csv")).trim().split(/\r?\n/);
    expect(tests).toHaveLength(2);
    expect(tests[1]).toMatch(/;"03\.02\.2026, 11:00";12;3\.456$/);
    expect(await withProof.text()).toContain("Quelle: Wiederherstellungstests des Betreibers");
  });

  it("the operator may create a folder as well, and the organization sees it in its own log", async () => {
    const { id, client, params } = await setUpOrganization();
    const operator = new TestClient(testApp, "browser");
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    expect((await operator.call(createEvidence, { params, body: {} })).status).toBe(202);
    expect((await client.call(listEvidence, { params })).result.folders).toHaveLength(1);
    const [entry] = await auditEntries(testApp, id, "evidence.requested");
    expect(entry?.record.actor.role).toBe("super_admin");
    for (const role of ["practice_admin", "auditor"] as const) {
      const member = new TestClient(testApp, "browser");
      await member.signIn(await makeMember(testApp, id, role));
      expect((await member.call(listEvidence, { params })).status).toBe(403);
    }
  });

  it("R0-298 needs a fresh proof, is recorded and announced to all administrators, and is deleted after 24 hours", async () => {
    const organization = await setUpOrganization();
    const { id, admin, client, params } = organization;
    const second = await makeMember(testApp, id, "org_admin");
    const { folder, path } = await folderOf(organization);
    expect(await auditEntries(testApp, id, "evidence.requested")).toHaveLength(1);
    const downloads = await auditEntries(testApp, id, "evidence.downloaded");
    expect(downloads.map(({ record }) => record.reason)).toEqual(["pdf", "zip"]);
    const notifiedRows = await queryRows<{ person_id: string }>(
      testApp,
      "select person_id from notification where organization_id = $1 and kind = 'evidenceCreated'",
      [id],
    );
    expect(new Set(notifiedRows.map(({ person_id }) => person_id))).toEqual(
      new Set([admin.personId, second.personId]),
    );
    await vi.waitFor(
      async () => {
        const mails = await mailsOf(testApp, "evidenceCreated");
        for (const { email } of [admin, second])
          expect(mails.filter((mail) => mail.includes(`<${String(email)}>`))).toHaveLength(1);
      },
      { timeout: 20_000 },
    );

    await queryRows(
      testApp,
      "update session set authenticated_at = now() - interval '11 minutes' where person_id = $1",
      [admin.personId],
    );
    testApp.app.callers.cache.forgetAll();
    expect((await client.call(createEvidence, { params, body: {} })).problem.code).toBe("STEP_UP_REQUIRED");
    const file = { params: { id, folderId: folder.id }, query: { format: "pdf" } };
    expect((await client.call(downloadEvidence, file)).problem.code).toBe("STEP_UP_REQUIRED");
    const ticket = await client.call(createDownloadTicket, { body: { path: `${path}?format=pdf` } });
    expect(ticket.problem.code).toBe("STEP_UP_REQUIRED");

    await queryRows(testApp, "update session set authenticated_at = now() where person_id = $1", [
      admin.personId,
    ]);
    await queryRows(
      testApp,
      "update evidence_folder set expires_at = now() where organization_id = $1 and expires_at between now() + interval '23 hours' and now() + interval '24 hours'",
      [id],
    );
    testApp.app.callers.cache.forgetAll();
    expect((await client.call(downloadEvidence, file)).status).toBe(404);
    await runJob();
    const [row] = await queryRows<{ pdf: Buffer | null; zip: Buffer | null }>(
      testApp,
      "select pdf, zip from evidence_folder where organization_id = $1",
      [id],
    );
    expect(row).toEqual({ pdf: null, zip: null });
    const { folders } = (await client.call(listEvidence, { params })).result;
    expect(folders).toMatchObject([{ id: folder.id, state: "expired", files: folder.files }]);
  });

  it("is created one at a time, can be canceled, and is continued by another process", async () => {
    const organization = await setUpOrganization();
    const { id, client, params } = organization;
    const { result: first } = await client.call(createEvidence, { params, body: { years: 1 } });
    expect((await client.call(createEvidence, { params, body: {} })).problem.code).toBe("EVIDENCE_RUNNING");
    const cancel = () => client.call(cancelEvidence, { params: { id, folderId: first.id } });
    expect((await cancel()).result.state).toBe("cancelled");
    expect((await cancel()).problem.code).toBe("CONFLICT");
    await client.call(createEvidence, { params, body: {} });
    // A process was killed in the middle.
    await queryRows(
      testApp,
      `update evidence_folder set state = 'running', run_id = gen_random_uuid(), leased_until = now() - interval '1 s',
         sections = '[{"id": "rights"}]' where organization_id = $1 and state = 'queued'`,
      [id],
    );
    await runJob();
    const { folders } = (await client.call(listEvidence, { params })).result;
    expect(folders.map(({ state, sections }) => [state, sections.length])).toEqual([
      ["done", evidenceSections.length],
      ["cancelled", 0],
    ]);
    expect(
      (await client.call(cancelEvidence, { params: { id, folderId: folders[0]?.id ?? "" } })).problem.code,
    ).toBe("CONFLICT");
  });
});

function manifestOrganization(files: ReadonlyMap<string, Buffer>): unknown {
  return (JSON.parse(String(files.get("manifest.json"))) as { organizationId: unknown }).organizationId;
}
