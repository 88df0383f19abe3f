import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeProviders } from "../../../test/ai/ai-calls.ts";
import { requestSync, runSyncs } from "../../../test/cloud-sync/archives.ts";
import { decrypted } from "../../../test/cloud-sync/decrypted.ts";
import { startS3Server } from "../../../test/cloud-sync/s3-server.ts";
import { startStorageServer, type StorageServer } from "../../../test/cloud-sync/storage-server.ts";
import { makeOrganization, queryRows } from "../../../test/factories.ts";
import { makeFullOrganization } from "../../../test/tenant-export/full-organization.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { testKeys } from "../../../test/tenant-export/exports.ts";
import { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { importTenant } from "../tenant-export/import/import-tenant.ts";

const apps: TestApp[] = [];
let folder: string;
let storage: StorageServer;
let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "praxisportal sync-"));
  storage = await startStorageServer(folder);
  s3 = await startS3Server(join(folder, "s3"), "archive");
}, 60_000);
beforeEach(() => {
  storage.refusal = 0;
  storage.requests.length = 0;
});
afterAll(async () => {
  for (const app of apps) await app.stop();
  await s3.stop();
  await storage.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<TestApp> {
  const app = await createTestApp(env);
  apps.push(app);
  return app;
}

type Row = { error: string | null; bytes: string | null; sha256: string | null; files: string[] };

async function sync(testApp: TestApp, id: string): Promise<Row> {
  await requestSync(testApp, id);
  await runSyncs(testApp);
  const [row] = await queryRows<Row>(
    testApp,
    "select error, bytes, sha256, files from cloud_sync where organization_id = $1",
    [id],
  );
  return row ?? { error: "no row", bytes: null, sha256: null, files: [] };
}

/** Restores an archive into a portal that does not know its organization. */
async function restore(archive: Buffer): Promise<{ organizationId: string; members: number }> {
  const target = await start({});
  await makeProviders(target, "mistral");
  const file = join(folder, "restored.zip");
  await writeFile(file, await decrypted(archive));
  const { organizationId } = await importTenant(
    { db: target.app.platformDb, clock: target.clock, hasher: new PasswordHasher(), keys: testKeys },
    file,
  );
  const members = await queryRows(target, "select 1 from membership where organization_id = $1", [
    organizationId,
  ]);
  return { organizationId, members: members.length };
}

const s3Env = (secret = s3.credentials.secretAccessKey) => ({
  CLOUD_SYNC_URL: s3.url,
  OUTGOING_ALLOW: new URL(s3.url).origin,
  CLOUD_SYNC_S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
  CLOUD_SYNC_S3_SECRET_ACCESS_KEY: secret,
});

describe("S3-compatible storage", () => {
  it("R0-101 gets signed archives that can be restored, and wrong credentials are refused", async () => {
    const reader = new AwsClient({ ...s3.credentials, service: "s3" });
    const testApp = await start({ ...s3Env(), CLOUD_SYNC_KEEP: "1" });
    const { id } = await makeFullOrganization(testApp);
    const first = await sync(testApp, id);
    expect(first.error).toBeNull();
    const [name = ""] = first.files;
    const archive = Buffer.from(await (await reader.fetch(`${s3.url}/${name}`)).arrayBuffer());
    expect([String(archive.length), createHash("sha256").update(archive).digest("hex")]).toEqual([
      first.bytes,
      first.sha256,
    ]);
    expect(await restore(archive)).toEqual({ organizationId: id, members: 4 });

    testApp.clock.advance(86_400_000);
    const second = await sync(testApp, id);
    expect(second.files).toHaveLength(1);
    expect((await reader.fetch(`${s3.url}/${second.files[0]}`, { method: "HEAD" })).status).toBe(200);
    expect((await reader.fetch(`${s3.url}/${name}`, { method: "HEAD" })).status).toBe(404);

    const otherApp = await start(s3Env("falsch"));
    const { id: refused } = await makeOrganization(otherApp);
    expect(await sync(otherApp, refused)).toMatchObject({ error: "rejected", files: [] });
  });
});

describe("a folder", () => {
  it("see R0-101 contains a file only once it is complete, readable by the portal alone", async () => {
    const path = join(folder, "Ordner mit Leerzeichen");
    const testApp = await start({ CLOUD_SYNC_URL: pathToFileURL(path).href });
    const { id } = await makeFullOrganization(testApp);
    const { files, error } = await sync(testApp, id);
    expect([error, await readdir(path)]).toEqual([null, files]);
    expect(await restore(await readFile(join(path, files[0] ?? "")))).toEqual({
      organizationId: id,
      members: 4,
    });

    // A file that cannot be replaced stays, and no incomplete file is left next to it.
    await rm(path, { recursive: true });
    await mkdir(join(path, files[0] ?? "", "belegt"), { recursive: true });
    expect((await sync(testApp, id)).error).toBe("failed");
    expect(await readdir(path)).toEqual(files);
    expect(await readdir(join(testApp.dataDir, "spool"))).toEqual([]);
  });

  it("R0-101 is used by the demonstration unless another target is configured", async () => {
    const testApp = await start({});
    const { id } = await makeOrganization(testApp);
    const { files } = await sync(testApp, id);
    expect(await readdir(join(testApp.dataDir, "cloud-sync"))).toEqual(files);
  });
});

describe("an https address", () => {
  it("R0-100 R0-299 N45 is called through the guarded agent only: not inside the network unless the operator allows it", async () => {
    const refusing = await start({ CLOUD_SYNC_URL: storage.url });
    const { id } = await makeOrganization(refusing);
    expect((await sync(refusing, id)).error).toBe("not_allowed");
    expect(storage.requests).toEqual([]);
    const { OUTGOING_ALLOW: _allowed, ...withoutPermission } = s3Env();
    const refusedS3 = await start(withoutPermission);
    const { id: other } = await makeOrganization(refusedS3);
    expect(await sync(refusedS3, other)).toMatchObject({ error: "not_allowed", files: [] });

    const allowedApp = await start({
      CLOUD_SYNC_URL: `${storage.url}/praxen/`.replace("://", "://sicherung:geheim%21@"),
      OUTGOING_ALLOW: storage.url,
      CLOUD_SYNC_KEEP: "1",
    });
    const fullOrganization = await makeFullOrganization(allowedApp);
    const { error, sha256, files } = await sync(allowedApp, fullOrganization.id);
    expect(error).toBeNull();
    const archive = storage.files.get(`/praxen/${files[0]}`) ?? Buffer.of();
    const [request] = storage.requests;
    expect(request?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from("sicherung:geheim!").toString("base64")}`,
      "content-length": String(archive.length),
      "content-digest": `sha-256=:${Buffer.from(sha256 ?? "", "hex").toString("base64")}:`,
    });
    expect(await restore(archive)).toEqual({ organizationId: fullOrganization.id, members: 4 });

    allowedApp.clock.advance(86_400_000);
    const next = await sync(allowedApp, fullOrganization.id);
    expect([...storage.files.keys()]).toEqual(next.files.map((name) => `/praxen/${name}`));
  });

  it("fails with a reason and keeps the files when the storage refuses one", async () => {
    const testApp = await start({ CLOUD_SYNC_URL: storage.url, OUTGOING_ALLOW: storage.url });
    const { id } = await makeOrganization(testApp);
    const { files } = await sync(testApp, id);
    testApp.clock.advance(86_400_000);
    for (const [status, error] of [
      [403, "rejected"],
      [302, "rejected"],
      [413, "too_large"],
      [507, "no_space"],
    ] as const) {
      storage.refusal = status;
      expect(await sync(testApp, id)).toMatchObject({ error, files });
    }
    const closedApp = await start({
      CLOUD_SYNC_URL: "https://127.0.0.1:9/",
      OUTGOING_ALLOW: "https://127.0.0.1:9",
    });
    const { id: unreachable } = await makeOrganization(closedApp);
    expect((await sync(closedApp, unreachable)).error).toBe("unreachable");
  });
});
