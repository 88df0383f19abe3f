import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createDownloadTicket } from "@praxisportal/contract/auth/auth.endpoints";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { auditEntries, makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { createKillKit, type KillKit, waitOptions } from "../../../test/kills/kill-kit.ts";
import { download, exportPath, lockTable, openTransactions } from "../../../test/tenant-export/exports.ts";
import { unzip } from "../../../test/files/unzip.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

/** Number of rows of the largest section, several megabytes, far more than the buffers between the processes hold. */
const calls = 60_000;

let testApp: TestApp;
let kit: KillKit;
beforeAll(async () => {
  testApp = await createTestApp();
  kit = await createKillKit(testApp);
}, 120_000);
afterAll(async () => {
  await kit.stop();
  await testApp.stop();
});

it(
  "see R0-93 an export killed while its archive is sent leaves no file and no ticket, and the next one is complete",
  { timeout: 180_000 },
  async () => {
    const { id } = await makeOrganization(testApp);
    const owner = await makeMember(testApp, id, "org_admin");
    await queryRows(
      testApp,
      `insert into ai_usage_event (organization_id, id, occurred_at, local_day, person_id, provider_key, model, kind,
         outcome, period, budget_tokens, input_tokens, output_tokens, currency, is_estimated, duration_ms)
       select $1, gen_random_uuid(), now(), current_date, $2, 'mistral', 'small', 'chat', 'done',
         date_trunc('month', now())::date, 9, n, 4, 'EUR', false, 7 from generate_series(1, ${calls}) n`,
      [id, owner.personId],
    );
    const browser = new TestClient(testApp, "browser");
    await browser.signIn(owner);
    const temporary = join(kit.folder, "temporary");
    await mkdir(temporary);
    const { child, baseUrl } = await kit.start({ TMPDIR: temporary, PUBLIC_URL: testApp.origin });
    // The notice of the export is a mail in the data folder.
    const files = async () =>
      (await readdir(kit.folder, { recursive: true })).filter((name) => !/^mail\b/.test(name));
    const before = await files();

    const path = exportPath(id, "archive");
    const { ticket } = (await browser.call(createDownloadTicket, { body: { path } })).result;
    const open = (portal: string) =>
      fetch(`${portal}${path}&ticket=${ticket}`, { headers: { cookie: browser.cookie ?? "" } });
    // The other process stops midway at a locked table.
    const tableLock = await lockTable(testApp, "security_check");
    const response = await open(baseUrl);
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    const firstChunk = await reader?.read();
    expect(firstChunk?.value?.length).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await openTransactions(testApp)).toBe(1), waitOptions);
    await kit.kill(child);
    await expect(
      (async () => {
        while ((await reader?.read())?.done === false);
      })(),
    ).rejects.toThrow("terminated");
    await tableLock.release();

    expect(await files()).toEqual(before);
    await vi.waitFor(async () => expect(await openTransactions(testApp)).toBe(0), waitOptions);
    expect((await open(testApp.baseUrl)).status).toBe(401);
    const next = await download(browser, path);
    const archive = await unzip(Buffer.from(await next.arrayBuffer()));
    expect(archive.has("manifest.json")).toBe(true);
    expect(archive.get("sections/aiUsage.ndjson")?.toString().split("\n")).toHaveLength(calls + 1);
    // Each download is in the log, including the one that did not finish.
    expect(await auditEntries(testApp, id, "organization.exported")).toHaveLength(2);
  },
);
