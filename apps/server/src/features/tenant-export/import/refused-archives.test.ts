import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { archiveManifestSchema } from "@praxisportal/contract/tenant-export/tenant-export.schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeProviders } from "../../../../test/ai/ai-calls.ts";
import { queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { exportOf, testKeys, zipped } from "../../../../test/tenant-export/exports.ts";
import { unzip } from "../../../../test/files/unzip.ts";
import { makeFullOrganization } from "../../../../test/tenant-export/full-organization.ts";
import { PasswordHasher } from "../../../platform/crypto/password-hasher.ts";
import { importTenant } from "./import-tenant.ts";

let target: TestApp;
let folder: string;
let files: ReadonlyMap<string, Buffer>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "praxisportal refused-"));
  const source = await createTestApp();
  try {
    const { id } = await makeFullOrganization(source);
    files = await unzip(await exportOf(source, id));
  } finally {
    await source.stop();
  }
  target = await createTestApp();
  await makeProviders(target, "mistral");
}, 60_000);
afterAll(async () => {
  await target.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the archive with changed files. */
const withFiles = (changes: Record<string, Buffer | string | undefined>): Promise<Buffer> => {
  const changedFiles = new Map(files);
  for (const [name, content] of Object.entries(changes)) {
    if (content === undefined) changedFiles.delete(name);
    else changedFiles.set(name, Buffer.from(content));
  }
  return zipped(changedFiles);
};

/** Returns the archive with a changed manifest. */
const withManifest = (change: (manifest: Record<string, unknown>) => object): Promise<Buffer> => {
  const manifest = JSON.parse(String(files.get("manifest.json"))) as Record<string, unknown>;
  return withFiles({ "manifest.json": JSON.stringify(change(manifest)) });
};

/** Returns the archive with a changed section and a matching manifest, as an attacker would create it. */
const withSection = (name: string, change: (text: string) => string): Promise<Buffer> => {
  const file = `sections/${name}.ndjson`;
  const content = change(String(files.get(file)));
  const manifest = archiveManifestSchema.parse(JSON.parse(String(files.get("manifest.json"))));
  const entry = manifest.sections.find((section) => section.name === name);
  if (entry === undefined) throw new Error(`there is no section ${name}`);
  entry.count = content.split("\n").length - 1;
  entry.sha256 = createHash("sha256").update(content).digest("hex");
  return withFiles({ [file]: content, "manifest.json": JSON.stringify(manifest) });
};

/** Returns the archive with a file under a name that no library writes. */
const withName = async (name: string): Promise<Buffer> => {
  const harmless = "x".repeat(name.length);
  const zip = await withFiles({ [harmless]: "data" });
  return Buffer.from(zip.toString("latin1").replaceAll(harmless, name), "latin1");
};

/** Returns the archive with a flag in its directory that marks the first file as encrypted. */
const asEncrypted = async (): Promise<Buffer> => {
  const zip = await zipped(files);
  const directory = zip.indexOf(Buffer.from("504b0102", "hex"));
  zip.writeUInt16LE(zip.readUInt16LE(directory + 8) | 1, directory + 8);
  return zip;
};

/** Adds a second row with another id to the first line. */
const twice = (text: string) =>
  text.replace(
    /^(.*)\n/,
    (_whole, row: string) => `${row},${row.replace(/"id":"[^"]+"/, `"id":"${uuidV7()}"`)}\n`,
  );

const refusals: readonly [title: string, archive: () => Promise<Buffer>, message: RegExp | string][] = [
  ["a text", async () => Buffer.from('{"format":"praxisportal.tenant-export"}'), "is not an archive"],
  ["an empty file", async () => Buffer.of(), "is not an archive"],
  ["a cut archive", async () => (await zipped(files)).subarray(0, -100), "is not an archive"],
  [
    "another ZIP file",
    () => zipped([["manifest.json", Buffer.from('{"format":"other"}')]]),
    "is not an export of an organization",
  ],
  ["no manifest", () => withFiles({ "manifest.json": undefined }), "manifest.json is missing"],
  ["a manifest that is not JSON", () => withFiles({ "manifest.json": "{" }), "The archive is damaged: "],
  [
    "a manifest of two megabytes",
    () => withFiles({ "manifest.json": Array.from({ length: 300_000 }, Math.random).join() }),
    "manifest.json of the archive is too large",
  ],
  [
    "a newer version",
    () => withManifest((m) => ({ ...m, schemaVersion: 2 })),
    "has version 2; this release reads version 1",
  ],
  [
    "no version",
    () => withManifest((m) => ({ ...m, schemaVersion: undefined })),
    "The archive has version undefined",
  ],
  [
    "a manifest without sections",
    () => withManifest((m) => ({ ...m, sections: [] })),
    "does not list the sections",
  ],
  [
    "a missing section",
    () => withFiles({ "sections/sites.ndjson": undefined }),
    "sections/sites.ndjson is missing",
  ],
  [
    "a changed row",
    () =>
      withFiles({
        "sections/sites.ndjson": String(files.get("sections/sites.ndjson")).replace("Haupthaus", "Nebenhaus"),
      }),
    "the section sites differs from the manifest",
  ],
  ["a missing row", () => withFiles({ "sections/aiUsage.ndjson": "" }), "the section aiUsage differs"],
  ["a row without an end", () => withSection("sites", (text) => text.trimEnd()), "ends within a row"],
  ["two rows on a line", () => withSection("aiUsage", twice), "has lines that are not rows"],
  [
    "a row that is not JSON",
    () => withSection("sites", () => "{\n"),
    "The rows of the section sites cannot be inserted: ",
  ],
  [
    "an entry that is not JSON",
    () => withSection("audit", () => "{\n"),
    "The rows of the section audit cannot be inserted: ",
  ],
  [
    "another organization",
    () =>
      withSection("organization", (text) =>
        text.replace(/"organizationId":"[^"]+"/, `"organizationId":"${uuidV7()}"`),
      ),
    "contains a different organization from the one in its manifest",
  ],
  ["two organizations", () => withSection("organization", (text) => text + text), "exactly one organization"],
  [
    "a log without its first entry",
    () => withSection("audit", (text) => text.replace(/^.*\n/, "")),
    "entry 1 of the audit log does not continue the chain",
  ],
  [
    "a log that begins later, without a signature of this portal",
    () =>
      withManifest((manifest) => ({
        ...manifest,
        auditCheckpoint: {
          seq: 1,
          hash: "0".repeat(64),
          occurredAt: "2026-01-01T00:00:00.000Z",
          signature: "AAAA",
        },
      })),
    "begins after entry 1 without a signature of this portal",
  ],
  [
    "a log of another organization",
    () =>
      withSection("audit", (text) =>
        text.replace(/"organizationId": ?"[^"]+"/, `"organizationId":"${uuidV7()}"`),
      ),
    "of the audit log does not continue the chain",
  ],
  [
    "an unknown file",
    () => withFiles({ "sections/passwords.ndjson": "" }),
    'unknown file: "sections/passwords.ndjson"',
  ],
  ["a path out of the folder", () => withName("../../etc/crontab"), "invalid relative path"],
  ["an absolute path", () => withName("/etc/crontab"), "absolute path"],
  ["a path of Windows", () => withName("..\\..\\autoexec"), "invalid characters in fileName"],
  ["the same file twice", () => zipped([...files, ...files]), "twice"],
  ["an encrypted file", asEncrypted, "encrypted"],
  [
    "content a thousand times larger than the file",
    () => withFiles({ "invoices/2026-01-01-a.pdf": Buffer.alloc(100_000_000) }),
    "more than 100 times larger",
  ],
];

describe("an import", () => {
  it.each(refusals)("see R0-105 N81 refuses %s and changes nothing", async (_title, archive, message) => {
    const path = join(folder, "archive.zip");
    await writeFile(path, await archive());
    const countStored = () =>
      queryRows(
        target,
        `select (select count(*) from person) as people, (select count(*) from organization) as organizations,
           (select count(*) from audit_entry) as entries, (select count(*) from device) as devices`,
      );
    const before = await countStored();
    const importing = importTenant(
      { db: target.app.platformDb, clock: target.clock, hasher: new PasswordHasher(), keys: testKeys },
      path,
    );
    await expect(importing).rejects.toThrow(message);
    await expect(importing).rejects.toHaveProperty("code");
    expect(await countStored()).toEqual(before);
  });

  it("see R0-105 accepts the archive from which the others are derived", async () => {
    const path = join(folder, "archive.zip");
    await writeFile(path, await zipped(files));
    const report = await importTenant(
      { db: target.app.platformDb, clock: target.clock, hasher: new PasswordHasher(), keys: testKeys },
      path,
    );
    expect(report.name).toBe("Praxis Dr. Muster");
  });
});
