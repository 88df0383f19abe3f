import { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCloudSync, startCloudSync } from "@praxisportal/contract/cloud-sync/cloud-sync.endpoints";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { organizationWithAdmin, publicKey, runSyncs } from "../../../test/cloud-sync/archives.ts";
import { decrypted } from "../../../test/cloud-sync/decrypted.ts";
import { startStorageServer, type StorageServer } from "../../../test/cloud-sync/storage-server.ts";
import { queryRows } from "../../../test/factories.ts";
import { startSecondPortal } from "../../../test/second-portal.ts";
import { unzip } from "../../../test/files/unzip.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";

let testApp: TestApp;
let folder: string;
let storage: StorageServer;
let portal: ChildProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "praxisportal killed sync-"));
  storage = await startStorageServer(folder);
  testApp = await createTestApp({ CLOUD_SYNC_URL: storage.url, OUTGOING_ALLOW: storage.url });
}, 120_000);
afterAll(async () => {
  portal?.kill("SIGKILL");
  await testApp.stop();
  await storage.stop();
  await rm(folder, { recursive: true, force: true });
});

it(
  "see R0-103 a run killed while it sends is taken over after its lease, ends once and leaves one complete file",
  { timeout: 180_000 },
  async () => {
    const { id, client } = await organizationWithAdmin(testApp);
    await queryRows(testApp, "insert into cloud_sync (organization_id, public_key) values ($1, $2)", [
      id,
      publicKey,
    ]);
    const dataDir = join(folder, "data");
    const { child } = await startSecondPortal(testApp, dataDir, {
      CLOUD_SYNC_URL: storage.url,
      OUTGOING_ALLOW: storage.url,
      NODE_EXTRA_CA_CERTS: storage.certFile,
    });
    portal = child;
    storage.isHolding = true;
    const start = () => client.call(startCloudSync, { params: { id } });
    const state = async () => (await client.call(getCloudSync, { params: { id } })).result.state;
    expect((await start()).status).toBe(202);
    await vi.waitFor(() => expect(storage.requests).toHaveLength(1), { timeout: 60_000, interval: 50 });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(storage.files.size).toBe(0);
    expect(await readdir(join(dataDir, "spool"))).toEqual([]);

    // Until the lease ends, the run belongs to the killed process.
    storage.isHolding = false;
    await runSyncs(testApp);
    expect([await state(), (await start()).problem.code]).toEqual(["running", "CLOUD_SYNC_RUNNING"]);
    await queryRows(testApp, "update cloud_sync set leased_until = now() - interval '1 second'");
    // Two processes may find the same run.
    await Promise.all([runSyncs(testApp), runSyncs(testApp)]);
    expect(await state()).toBe("succeeded");
    expect(storage.requests.map(({ method, url }) => [method, url])).toEqual([
      ["PUT", storage.requests[0]?.url],
      ["PUT", storage.requests[0]?.url],
    ]);
    const [archive = Buffer.of()] = storage.files.values();
    expect((await unzip(await decrypted(archive))).has("manifest.json")).toBe(true);
    await runSyncs(testApp);
    expect(storage.requests).toHaveLength(2);
  },
);
