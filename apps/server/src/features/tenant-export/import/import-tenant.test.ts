import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  confirmReset,
  redeemRecoveryCode,
} from "@praxisportal/contract/password-reset/password-reset.endpoints";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { makeProviders } from "../../../../test/ai/ai-calls.ts";
import {
  auditEntries,
  makeMember,
  makeOrganization,
  makePerson,
  queryRows,
} from "../../../../test/factories.ts";
import { insertFinalInvoice } from "../../../../test/invoices/final-invoice.ts";
import { mailedToken } from "../../../../test/mailbox.ts";
import { setUpSecondFactor } from "../../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { download, exportOf, exportPath, testKeys } from "../../../../test/tenant-export/exports.ts";
import { unzip } from "../../../../test/files/unzip.ts";
import { makeFullOrganization } from "../../../../test/tenant-export/full-organization.ts";
import { signCheckpoint } from "../../../platform/audit/audit-checkpoint.ts";
import { verifyChain } from "../../../platform/audit/audit-verifier.ts";
import { PasswordHasher } from "../../../platform/crypto/password-hasher.ts";
import { deriveKeys } from "../../../platform/crypto/sealed-secrets.ts";
import { importTenant } from "./import-tenant.ts";

const newPassword = "Anderes-Kennwort-8";

let source: TestApp;
let folder: string;
let full: Awaited<ReturnType<typeof makeFullOrganization>>;
let archive: Buffer;
let file: string;
const targets: TestApp[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "praxisportal import-"));
  source = await createTestApp();
  full = await makeFullOrganization(source);
  const client = new TestClient(source, "browser");
  await client.signIn(full.owner);
  const second = new TestClient(source, "browser");
  await second.signIn(full.withoutMail);
  await setUpSecondFactor(source, second);
  const response = await download(client, exportPath(full.id, "archive"));
  archive = Buffer.from(await response.arrayBuffer());
  file = join(folder, "praxis.zip");
  await writeFile(file, archive);
}, 60_000);
afterAll(async () => {
  for (const app of [source, ...targets]) await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a portal with another database. */
async function startTarget(): Promise<TestApp> {
  const target = await createTestApp();
  targets.push(target);
  await makeProviders(target, "mistral");
  return target;
}

const importInto = ({ app, clock }: TestApp, path = file, options: object = {}) =>
  importTenant({ db: app.platformDb, clock, hasher: new PasswordHasher(), keys: testKeys, ...options }, path);

const sectionsOf = async (testApp: TestApp) => linesOf(await exportOf(testApp, full.id));

async function linesOf(zip: Buffer): Promise<Map<string, string[]>> {
  const sections = [...(await unzip(zip))].filter(([name]) => name.startsWith("sections/"));
  return new Map(
    sections.map(([name, content]) => [name.slice(9, -7), content.toString().split("\n").slice(0, -1)]),
  );
}

function rowsOf(sections: Map<string, string[]>, name: string): Record<string, unknown>[] {
  return (sections.get(name) ?? []).map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("importTenant", () => {
  it("R0-95 restores every section in another database, and a log that can be verified", async () => {
    const target = await startTarget();
    const report = await importInto(target);
    expect(report).toMatchObject({
      organizationId: full.id,
      name: "Praxis Dr. Muster",
      mailed: 1,
      invitations: 1,
    });
    const [exported, restored] = [await linesOf(archive), await sectionsOf(target)];
    expect(report.rows).toBe([...exported.values()].flat().length);
    expect([...exported].filter(([, lines]) => lines.length === 0)).toEqual([]);
    // A second factor is a secret, so it is not restored.
    const members = rowsOf(exported, "members");
    expect(members.filter((row) => row["twoFactorEnabled"] === true)).toHaveLength(1);
    const updatedAt = expect.any(String) as unknown;
    expect(rowsOf(restored, "members")).toEqual(
      members.map((row) =>
        row["twoFactorEnabled"] === true ? { ...row, twoFactorEnabled: false, updatedAt } : row,
      ),
    );
    // The last entry is that of the import.
    const chain = exported.get("audit") ?? [];
    expect(restored.get("audit")?.slice(0, -1)).toEqual(chain);
    expect(restored.get("auditNames")).toEqual(expect.arrayContaining(exported.get("auditNames") ?? []));
    // The mandate has a sealed IBAN, so it must be granted again.
    expect(report.mandates).toEqual([{ reference: "M-1", holder: "Praxis Dr. Muster" }]);
    expect(rowsOf(restored, "billingProfile")).toEqual(
      rowsOf(exported, "billingProfile").map((row) => ({
        ...row,
        mandateReference: null,
        mandateHolder: null,
        mandateIbanMasked: null,
        mandateSignedOn: null,
      })),
    );
    for (const compared of ["members", "billingProfile", "audit", "auditNames"])
      expect([exported.delete(compared), restored.delete(compared)]).toEqual([true, true]);
    expect(restored).toEqual(exported);
    expect(await auditEntries(target, full.id, "organization.imported")).toHaveLength(1);
    expect(await verifyChain(target.app.platformDb.reads, full.id)).toEqual({
      entries: chain.length + 1,
      intact: true,
    });
    expect(
      await queryRows(target, "select members from organization_size where organization_id = $1", [full.id]),
    ).toEqual([{ members: 3 }]);
  });

  it("see R0-160 restores invoices byte for byte, makes them final and continues their series", async () => {
    const target = await startTarget();
    expect((await importInto(target)).leftOutInvoices).toBe(0);
    const read = (from: TestApp) =>
      queryRows(from, "select * from invoice where state = 'final' and organization_id = $1 order by id", [
        full.id,
      ]);
    const restored = await read(target);
    expect(restored).toHaveLength(2);
    expect(restored).toEqual(await read(source));
    await expect(queryRows(target, "update invoice set reason = 'x'")).rejects.toThrow("is final");
    expect(
      await queryRows(target, "select series, last_number from invoice_counter order by series"),
    ).toEqual([
      { series: "GU", last_number: Number(full.creditNote.number.slice(8)) },
      { series: "RE", last_number: Number(full.invoice.number.slice(8)) },
    ]);
  });

  it("see R0-105 omits invoices of another operator whose numbers exist in this portal", async () => {
    const target = await startTarget();
    const { id: other } = await makeOrganization(target);
    const ownInvoice = await insertFinalInvoice(target, other, { number: full.invoice.number });
    const { leftOutInvoices, rows } = await importInto(target);
    expect(leftOutInvoices).toBe(2);
    const numbers = await queryRows(target, "select organization_id, number from invoice");
    expect(numbers).toEqual([{ organization_id: other, number: ownInvoice.number }]);
    const otherSections = [...(await linesOf(archive))].filter(([name]) => !/^invoice[A-Zs]/.test(name));
    expect(rows).toBe(otherSections.flatMap(([, lines]) => lines).length);
    expect(await queryRows(target, "select series from invoice_counter")).toEqual([]);
  });

  it("see R0-105 clears the notice of an ended contract, so that the next erasure keeps the organization", async () => {
    const endsAt = "2026-05-01T22:00:00.000Z";
    const setNotice = (text: string) =>
      queryRows(source, `update organization set ${text} where organization_id = $1`, [full.id]);
    await setNotice(
      `status = 'suspended', previous_status = 'active', suspended_at = '${endsAt}', contract_ends_at = '${endsAt}',
       notice_given_at = '2026-04-01'`,
    );
    const ended = join(folder, "ended.zip");
    await writeFile(ended, await exportOf(source, full.id));
    await setNotice(
      "status = 'active', previous_status = null, suspended_at = null, contract_ends_at = null, notice_given_at = null",
    );
    const target = await startTarget();
    const { clearedNotice } = await importInto(target, ended);
    expect(clearedNotice?.toISOString()).toBe(endsAt);
    await target.app.jobs
      .find(({ name }) => name === "organization-erasure")
      ?.run(new AbortController().signal);
    expect(
      await queryRows(
        target,
        "select name, status, suspended_at, contract_ends_at from organization where organization_id = $1",
        [full.id],
      ),
    ).toEqual([{ name: "Praxis Dr. Muster", status: "active", suspended_at: null, contract_ends_at: null }]);
  });

  it("R0-105 lets members sign in with a mailed link or a one-time code, and restores other people as erased", async () => {
    const target = await startTarget();
    const { codes, applications, codesExpireAt } = await importInto(target);
    expect(applications).toEqual(["Kasse am Empfang"]);
    expect(codesExpireAt.getTime() - target.clock.now().getTime()).toBeGreaterThan(71 * 3_600_000);
    const client = new TestClient(target, "browser");
    const token = await mailedToken(target, "passwordReset", full.owner.email ?? "");
    expect((await client.call(confirmReset, { body: { token, newPassword } })).status).toBe(204);
    const signedIn = await client.signIn({ email: full.owner.email, password: newPassword });
    expect(signedIn.organization?.id).toBe(full.id);

    expect(codes).toEqual([
      { name: "Mia Ohne-Mail", username: "ohne.mail", code: expect.stringMatching(/^\d{8}$/) as unknown },
    ]);
    const desk = new TestClient(target, "browser");
    const body = { name: "ohne.mail", organizationId: full.id, code: codes[0]?.code, newPassword };
    expect((await desk.call(redeemRecoveryCode, { body })).status).toBe(204);
    await desk.signIn({ username: "ohne.mail", organizationId: full.id, password: newPassword });

    const people = await queryRows<{ last_name: string; email: string | null; active: boolean }>(
      target,
      "select last_name, coalesce(email, pending_email) as email, deactivated_at is null as active from person order by last_name",
    );
    expect(people).toEqual([
      { last_name: "Eingeladen-Probe", email: "eingeladen@example.org", active: true },
      { last_name: "Gelöschte Person", email: null, active: false },
      { last_name: "Muster-Leitung", email: full.owner.email, active: true },
      { last_name: "Ohne-Mail", email: null, active: true },
      { last_name: 'Zeile\n"Ende", \u{1F600} \u2028', email: null, active: false },
    ]);
  });

  it("does not change a person who exists already, nor an address that belongs to another person", async () => {
    const target = await startTarget();
    const otherOrganization = await makeOrganization(target);
    const existingMember = await makeMember(target, otherOrganization.id, "viewer", {
      email: full.owner.email,
      lastName: "Vorher-Da",
    });
    await queryRows(
      target,
      "insert into person (id, first_name, last_name, phone) values ($1, 'Ida', 'Bekannt-Hier', '030')",
      [full.withoutMail.personId],
    );
    const { codes, mailed } = await importInto(target);
    expect(mailed).toBe(0);
    expect(codes.map(({ name }) => name)).toEqual(["Ida Bekannt-Hier", "Mia Muster-Leitung"]);
    expect(
      await queryRows(
        target,
        "select person_id, last_name, email, phone from membership where organization_id = $1 and status = 'active' order by last_name",
        [full.id],
      ),
    ).toEqual([
      { person_id: full.withoutMail.personId, last_name: "Bekannt-Hier", email: null, phone: "030" },
      { person_id: full.owner.personId, last_name: "Muster-Leitung", email: null, phone: null },
    ]);
    expect(
      await queryRows(target, "select last_name from person where id = $1", [existingMember.personId]),
    ).toEqual([{ last_name: "Vorher-Da" }]);
  });

  it("R0-105 refuses an organization that exists, a practice code in use and an unknown AI provider", async () => {
    await expect(importInto(source)).rejects.toThrow(
      /^The organization .* \(Praxis Dr\. Muster\) already exists\.$/,
    );
    const target = await startTarget();
    const [{ practice_code } = { practice_code: "" }] = await queryRows<{ practice_code: string }>(
      source,
      "select practice_code from organization where organization_id = $1",
      [full.id],
    );
    const { id: other } = await makeOrganization(target, {
      name: "Praxis Andere",
      practiceCode: practice_code,
    });
    await expect(importInto(target)).rejects.toThrow("belongs to another organization (Praxis Andere)");
    await queryRows(target, "update organization set practice_code = 'ANDERS-1' where organization_id = $1", [
      other,
    ]);
    await queryRows(target, "delete from ai_price; ");
    await queryRows(target, "delete from ai_provider");
    await expect(importInto(target)).rejects.toThrow(
      "AI providers that do not exist in this portal: mistral.",
    );
    const { personId } = await makePerson(target);
    expect(await queryRows(target, "select id from person")).toEqual([{ id: personId }]);
    expect(
      await queryRows(target, "select id from audit_entry where organization_id = $1", [full.id]),
    ).toEqual([]);
    await makeProviders(target, "mistral");
    expect((await importInto(target)).name).toBe("Praxis Dr. Muster");
  });

  it("restores a log without its expired entries, and a log of another portal only if that portal is declared trusted", async () => {
    const removedCount = 2;
    const shortened = join(folder, "shortened.zip");
    await removeFirstEntries(removedCount);
    await writeFile(shortened, await exportOf(source, full.id));

    const target = await startTarget();
    await importInto(target, shortened);
    const verdict = await verifyChain(target.app.platformDb.reads, full.id, testKeys);
    const chain = await sectionsOf(target);
    // The entry of the import follows.
    expect(verdict).toEqual({ intact: true, entries: chain.get("audit")?.length });
    expect(rowsOf(chain, "audit")[0]).toMatchObject({ seq: removedCount + 1 });

    const foreign = await startTarget();
    const { sealing: keys } = deriveKeys(Buffer.alloc(32, 8));
    await expect(importInto(foreign, shortened, { keys })).rejects.toThrow(
      `begins after entry ${removedCount} without a signature of this portal`,
    );
    await importInto(foreign, shortened, { keys, trustsCheckpoint: true });
    const { platformDb } = foreign.app;
    expect(await verifyChain(platformDb.reads, full.id, keys)).toMatchObject({ intact: true });
    // The checkpoint has a signature of the portal that imported it.
    expect(await verifyChain(platformDb.reads, full.id, testKeys)).toMatchObject({ intact: false });
  });
});

/** Removes entries of the source like the retention, which drops complete months. */
async function removeFirstEntries(count: number): Promise<void> {
  const superuser = new URL(inject("cluster").adminUrl);
  superuser.pathname = new URL(source.urls.owner).pathname;
  const client = new pg.Client({ connectionString: superuser.href });
  await client.connect();
  try {
    const { rows } = await client.query<{ hash: Buffer; occurred_at: Date }>(
      "select hash, occurred_at from audit_entry where organization_id = $1 and seq = $2",
      [full.id, count],
    );
    const [last] = rows;
    if (last === undefined) throw new Error("the log is too short");
    const checkpoint = {
      organizationId: full.id,
      seq: count,
      hash: last.hash,
      occurredAt: last.occurred_at,
    };
    await client.query("insert into audit_checkpoint values ($1, $2, $3, $4, $5)", [
      full.id,
      count,
      last.hash,
      last.occurred_at,
      signCheckpoint(testKeys, checkpoint),
    ]);
    await client.query("delete from audit_entry where organization_id = $1 and seq <= $2", [full.id, count]);
  } finally {
    await client.end();
  }
}
