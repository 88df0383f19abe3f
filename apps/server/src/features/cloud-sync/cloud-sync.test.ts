import {
  changeCloudSync,
  getCloudSync,
  startCloudSync,
} from "@praxisportal/contract/cloud-sync/cloud-sync.endpoints";
import { readdir, readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  organizationWithAdmin,
  publicKey,
  requestSync,
  runSyncs,
} from "../../../test/cloud-sync/archives.ts";
import { decrypted, privateKey } from "../../../test/cloud-sync/decrypted.ts";
import { auditEntries, makeMember, makePlatformAccount, queryRows } from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { rowsOf } from "../../../test/stored-rows.ts";
import { unzip } from "../../../test/files/unzip.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import pg from "pg";

const dayMs = 86_400_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ CLOUD_SYNC_KEEP: "2" });
});
afterAll(() => testApp.stop());

const folder = () => join(testApp.dataDir, "cloud-sync");
const filesOf = async (id: string) =>
  (await readdir(folder()).catch(() => [])).filter((name) => name.includes(id)).toSorted();
const statusOf = async (client: TestClient, id: string) =>
  (await client.call(getCloudSync, { params: { id } })).result;

describe("PUT /api/tenant/organizations/{id}/cloud-sync", () => {
  it("N82 stores schedule and key after a step-up, in the log and with a notice to all org_admins", async () => {
    const { id, admin, client } = await organizationWithAdmin(testApp);
    const second = await makeMember(testApp, id, "org_admin");
    const update = await client.call(changeCloudSync, {
      params: { id },
      body: { schedule: "daily", publicKey },
    });
    expect(update.result).toMatchObject({
      state: "never",
      schedule: "daily",
      keyFingerprint: createHash("sha256").update(publicKey).digest("hex").slice(0, 16),
      isAvailable: true,
      version: 1,
    });
    const [entry] = await auditEntries(testApp, id, "organization.sync_changed");
    expect(entry).toMatchObject({
      actor_id: admin.personId,
      record: { changes: { schedule: ["off", "daily"] } },
    });
    const notifiedRows = await queryRows<{ person_id: string }>(
      testApp,
      "select person_id from notification where organization_id = $1 and kind = 'cloudSyncChanged'",
      [id],
    );
    expect(notifiedRows.map(({ person_id }) => person_id).toSorted()).toEqual(
      [admin.personId, second.personId].toSorted(),
    );
    await vi.waitFor(
      async () => {
        const mails = await mailsOf(testApp, "cloudSyncChanged");
        for (const { email } of [admin, second])
          expect(mails.filter((mail) => mail.includes(`<${String(email)}>`))).toHaveLength(1);
      },
      { timeout: 20_000 },
    );
    // The same values change nothing.
    await client.call(changeCloudSync, { params: { id }, body: { schedule: "daily" } });
    expect(await auditEntries(testApp, id, "organization.sync_changed")).toHaveLength(1);

    await queryRows(
      testApp,
      "update session set authenticated_at = now() - interval '11 minutes' where person_id = $1",
      [admin.personId],
    );
    testApp.app.callers.cache.forgetAll();
    const refusal = await client.call(changeCloudSync, { params: { id }, body: { schedule: "off" } });
    expect(refusal.problem.code).toBe("STEP_UP_REQUIRED");
  });

  it("refuses a schedule without a key, an unusable key and an older version", async () => {
    const { id, client } = await organizationWithAdmin(testApp);
    const change = (body: object, version?: number) =>
      client.call(changeCloudSync, {
        params: { id },
        body,
        ...(version !== undefined && { headers: { "if-match": `"${version}"` } }),
      });
    expect((await change({ schedule: "daily" })).problem.code).toBe("CLOUD_SYNC_NOT_READY");
    const [wrongChecksum, secret] = [`${publicKey.slice(0, -1)}p`, await generateX25519Identity()];
    for (const key of [wrongChecksum, secret, "age1"])
      expect((await change({ schedule: "off", publicKey: key })).problem.code).toBe("VALIDATION_FAILED");
    expect((await change({ schedule: "weekly", publicKey }, 1)).problem.code).toBe("PRECONDITION_FAILED");
    expect((await change({ schedule: "weekly", publicKey }, 0)).result.version).toBe(1);
    expect((await change({ schedule: "off" }, 0)).problem.code).toBe("PRECONDITION_FAILED");
  });

  it("see R7n-26 R7n-27 is not offered while the operator has configured no storage", async () => {
    const without = await createTestApp({ DEMO: "off" });
    try {
      const { id, client } = await organizationWithAdmin(without);
      expect(await statusOf(client, id)).toMatchObject({ state: "never", isAvailable: false });
      const putSchedule = (schedule: string) =>
        client.call(changeCloudSync, { params: { id }, body: { schedule, publicKey } });
      expect((await putSchedule("daily")).problem.code).toBe("CLOUD_SYNC_NOT_READY");
      expect((await putSchedule("off")).status).toBe(200);
      expect((await client.call(startCloudSync, { params: { id } })).problem.code).toBe(
        "CLOUD_SYNC_NOT_READY",
      );
    } finally {
      await without.stop();
    }
  });
});

describe("POST /api/tenant/organizations/{id}/cloud-sync", () => {
  it("R7n-27 R0-103 R0-102 responds with 202, and with 409 while a sync is queued or running", async () => {
    const { id, admin, client } = await organizationWithAdmin(testApp);
    const start = () => client.call(startCloudSync, { params: { id } });
    expect((await start()).problem.code).toBe("CLOUD_SYNC_NOT_READY");
    await client.call(changeCloudSync, { params: { id }, body: { schedule: "off", publicKey } });
    const [first, second] = (await Promise.all([start(), start()])).toSorted(
      (left, right) => left.status - right.status,
    );
    expect([first?.status, first?.result.state]).toEqual([202, "queued"]);
    expect(second?.problem).toMatchObject({ status: 409, code: "CLOUD_SYNC_RUNNING" });
    expect((await start()).problem.code).toBe("CLOUD_SYNC_RUNNING");
    await queryRows(
      testApp,
      `update cloud_sync set requested_at = null, run_id = gen_random_uuid(),
         leased_until = now() + interval '1 minute' where organization_id = $1`,
      [id],
    );
    expect((await statusOf(client, id)).state).toBe("running");
    expect((await start()).problem.code).toBe("CLOUD_SYNC_RUNNING");
    await queryRows(testApp, "update cloud_sync set leased_until = null where organization_id = $1", [id]);
    await runSyncs(testApp);
    expect((await statusOf(client, id)).state).toBe("succeeded");
    expect((await start()).status).toBe(202);
    const entries = await auditEntries(testApp, id, "organization.sync_requested");
    expect(entries.map(({ actor_id }) => actor_id)).toEqual([admin.personId, admin.personId]);
    await runSyncs(testApp);
  });
});

describe("GET /api/tenant/organizations/{id}/cloud-sync", () => {
  it("R7n-26 R0-102 returns state, times, size and hash of the newest archive, and the reason of a failed run", async () => {
    const { id, client } = await organizationWithAdmin(testApp);
    expect(await statusOf(client, id)).toEqual({
      state: "never",
      lastRunAt: null,
      lastSuccessAt: null,
      bytes: null,
      sha256: null,
      error: null,
      schedule: "off",
      nextRunAt: null,
      keyFingerprint: null,
      isAvailable: true,
      version: 0,
    });
    await requestSync(testApp, id);
    expect((await statusOf(client, id)).state).toBe("queued");
    const before = testApp.clock.now();
    await runSyncs(testApp);
    const [name = ""] = await filesOf(id);
    const file = await readFile(join(folder(), name));
    const doneStatus = await statusOf(client, id);
    expect(doneStatus).toMatchObject({
      state: "succeeded",
      bytes: file.length,
      sha256: createHash("sha256").update(file).digest("hex"),
      error: null,
    });
    for (const time of [doneStatus.lastRunAt, doneStatus.lastSuccessAt])
      expect(Date.parse(String(time))).toBeGreaterThanOrEqual(before.getTime());
    const [entry] = await auditEntries(testApp, id, "organization.synced");
    expect(entry?.record.changes).toEqual({
      bytes: [null, doneStatus.bytes],
      sha256: [null, doneStatus.sha256],
    });

    // No archive can be encrypted for this key.
    await queryRows(
      testApp,
      "update cloud_sync set public_key = 'age1', requested_at = now() where organization_id = $1",
      [id],
    );
    testApp.clock.advance(1_000);
    await runSyncs(testApp);
    const failedStatus = await statusOf(client, id);
    expect(failedStatus).toMatchObject({
      ...doneStatus,
      state: "failed",
      error: "failed",
      lastRunAt: failedStatus.lastRunAt,
      keyFingerprint: failedStatus.keyFingerprint,
    });
    expect(Date.parse(String(failedStatus.lastRunAt))).toBeGreaterThan(
      Date.parse(String(doneStatus.lastRunAt)),
    );
    const notices = () =>
      queryRows(
        testApp,
        "select 1 from notification where organization_id = $1 and kind = 'cloudSyncFailed'",
        [id],
      );
    expect(await notices()).toHaveLength(1);
    // Further failures are not announced again.
    await requestSync(testApp, id);
    await runSyncs(testApp);
    expect(await notices()).toHaveLength(1);
  });

  it("R0-98 R7n-26 R7n-27 is available to org_admins and the operator", async () => {
    const { id } = await organizationWithAdmin(testApp);
    const [operator, manager] = [new TestClient(testApp), new TestClient(testApp)];
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    await manager.signIn(await makeMember(testApp, id, "practice_admin"));
    expect((await operator.call(getCloudSync, { params: { id } })).status).toBe(200);
    expect((await manager.call(getCloudSync, { params: { id } })).problem.code).toBe("FORBIDDEN");
    expect((await manager.call(startCloudSync, { params: { id } })).problem.code).toBe("FORBIDDEN");
  });
});

describe("the archive", () => {
  it("R0-98 N82 can be decrypted with the private key only, which the server does not store", async () => {
    const { id } = await organizationWithAdmin(testApp);
    await requestSync(testApp, id);
    await runSyncs(testApp);
    const [name = ""] = await filesOf(id);
    const file = await readFile(join(folder(), name));
    expect(file.toString("latin1")).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
    expect(file.includes("manifest.json")).toBe(false);
    await expect(decrypted(file, await generateX25519Identity())).rejects.toThrow("no identity matched");
    const files = await unzip(await decrypted(file));
    expect(files.get("sections/organization.ndjson")?.toString()).toContain(id);
    const owner = new pg.Client({ connectionString: testApp.urls.owner });
    await owner.connect();
    const storedText = JSON.stringify(await rowsOf(owner));
    await owner.end();
    expect(storedText).toContain(publicKey);
    expect(storedText.toUpperCase()).not.toContain("AGE-SECRET-KEY");
    expect(testApp.logLines.join("\n")).not.toContain(privateKey);
  });
});

describe("the schedule", () => {
  const runsOf = async (id: string, days: number) => {
    const runDays: string[] = [];
    for (let day = 0; day < days; day += 1) {
      testApp.clock.advance(dayMs);
      await runSyncs(testApp);
      const [row] = await queryRows<{ at: Date | null }>(
        testApp,
        "select last_run_at as at from cloud_sync where organization_id = $1",
        [id],
      );
      runDays.push(row?.at?.toISOString() ?? "");
    }
    return runDays.map((at, day) => at !== (runDays[day - 1] ?? ""));
  };

  it("R0-104 R7n-26 is set for each organization: every night, in the night to Sunday, or never", async () => {
    const [daily, weekly, off] = [
      await organizationWithAdmin(testApp),
      await organizationWithAdmin(testApp),
      await organizationWithAdmin(testApp),
    ];
    const setSchedule = async ({ id, client }: typeof daily, schedule: string) =>
      (await client.call(changeCloudSync, { params: { id }, body: { schedule, publicKey } })).result
        .nextRunAt;
    const [atNight, onSunday, never] = [
      await setSchedule(daily, "daily"),
      await setSchedule(weekly, "weekly"),
      await setSchedule(off, "off"),
    ];
    const now = testApp.clock.now().getTime();
    expect(Date.parse(String(atNight)) - now).toBeGreaterThan(0);
    expect(Date.parse(String(atNight)) - now).toBeLessThanOrEqual(dayMs);
    expect(new Date(String(atNight)).getUTCHours()).toBeLessThan(4);
    expect(new Date(String(onSunday)).getUTCDay()).toBe(0);
    expect(never).toBeNull();
    const keyFingerprint = expect.stringMatching(/./) as unknown;
    expect(await statusOf(weekly.client, weekly.id)).toMatchObject({
      schedule: "weekly",
      nextRunAt: onSunday,
      keyFingerprint,
      version: 1,
    });
    expect((await runsOf(daily.id, 7)).filter(Boolean)).toHaveLength(7);
    const counts = await queryRows<{ organization_id: string; runs: number }>(
      testApp,
      "select organization_id, cardinality(files) as runs from cloud_sync where organization_id = any($1)",
      [[daily.id, weekly.id, off.id]],
    );
    expect(Object.fromEntries(counts.map(({ organization_id, runs }) => [organization_id, runs]))).toEqual({
      [daily.id]: 2,
      [weekly.id]: 1,
      [off.id]: 0,
    });
  });

  it("keeps the newest archives, one per day", async () => {
    const { id } = await organizationWithAdmin(testApp);
    const days: string[] = [];
    for (let day = 0; day < 3; day += 1) {
      testApp.clock.advance(dayMs);
      days.push(testApp.clock.now().toISOString().slice(0, 10));
      for (let run = 0; run < 2; run += 1) {
        await requestSync(testApp, id);
        await runSyncs(testApp);
      }
    }
    expect(await filesOf(id)).toEqual(days.slice(1).map((day) => `${id}-${day}.zip.age`));
  });

  it("leaves suspended organizations out until they are reactivated, except on request", async () => {
    const { id } = await organizationWithAdmin(testApp);
    await queryRows(
      testApp,
      "insert into cloud_sync (organization_id, public_key, schedule, due_at) values ($1, $2, 'daily', now())",
      [id, publicKey],
    );
    const setStatus = (status: string) =>
      queryRows(testApp, "update organization set status = $2 where organization_id = $1", [id, status]);
    await setStatus("suspended");
    await runSyncs(testApp);
    expect(await filesOf(id)).toEqual([]);
    await setStatus("active");
    await runSyncs(testApp);
    expect(await filesOf(id)).toHaveLength(1);
    await setStatus("suspended");
    testApp.clock.advance(dayMs);
    await requestSync(testApp, id);
    await runSyncs(testApp);
    expect(await filesOf(id)).toHaveLength(2);
  });

  it("repeats a failed run after an hour", async () => {
    const { id, client } = await organizationWithAdmin(testApp);
    await queryRows(
      testApp,
      `insert into cloud_sync (organization_id, public_key, schedule, due_at)
       values ($1, 'age1', 'weekly', $2)`,
      [id, testApp.clock.now()],
    );
    await runSyncs(testApp);
    const { state, nextRunAt } = await statusOf(client, id);
    expect(state).toBe("failed");
    const inMs = Date.parse(String(nextRunAt)) - testApp.clock.now().getTime();
    expect(inMs).toBeGreaterThan(0);
    expect(inMs).toBeLessThanOrEqual(3_600_000);
  });
});
