import { testAiProvider } from "@praxisportal/contract/ai/ai.endpoints";
import { createDepartment } from "@praxisportal/contract/departments/departments.endpoints";
import { setupTwoFactor, verifyTwoFactor } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { platformClient, startUpstream } from "../../../test/ai/ai.ts";
import { eventually } from "../../../test/eventually.ts";
import { makeMember, queryRows, unique } from "../../../test/factories.ts";
import { appCode, beginSignIn, setUpSecondFactor } from "../../../test/second-factor.ts";
import { createTestApp, createTestDatabase, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { openOrganizationWithWebhooks } from "../../../test/webhooks/webhook-organization.ts";
import {
  reachesThisMachine,
  startReceiver,
  type WebhookReceiver,
} from "../../../test/webhooks/webhook-receiver.ts";
import { canOpenAll } from "./reseal.worker.ts";
import { keyIdOf } from "./sealed-secrets.ts";

const repeatByte = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const [first, second, third] = [repeatByte(1), repeatByte(2), repeatByte(3)];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let receiver: WebhookReceiver;
beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await database.drop();
});

/** Starts a portal on the database of this file. */
function start(env: Record<string, string>): Promise<TestApp> {
  const keptDatabase = { urls: database.urls, drop: () => Promise.resolve() };
  return createTestApp({ ...reachesThisMachine, ...env }, keptDatabase);
}

/** Columns of bytes without values that are sealed with the master key. */
const unsealedColumns = [
  "access_token.token_hash",
  // This column is sealed with a key that is derived from the ticket.
  "ai_stream_ticket.sealed_prompt",
  "ai_stream_ticket.token_hash",
  "attempt_limit.key",
  "audit_chain.head_hash",
  "audit_checkpoint.hash",
  "audit_entry.hash",
  "audit_entry.prev_hash",
  "audit_name.digest",
  "audit_name.salt",
  "device_secret.secret_hash",
  "evidence_folder.pdf",
  "evidence_folder.zip",
  "idempotency_key.request_hash",
  "invoice.pdf",
  "invoice.xml",
  "one_time_token.token_hash",
  "org_token_secret.token_hash",
  "organization_erasure.certificate",
  "passkey.credential_id",
  "passkey.public_key",
  "stored_file.content",
];

it("declares every column of sealed secrets", async () => {
  const testApp = await start({ MASTER_KEY: first });
  const rows = await queryRows<{ name: string }>(
    testApp,
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' order by 1`,
  );
  const declared = testApp.app.sealedSecrets.columns.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ name }) => name).filter((name) => !declared.includes(name))).toEqual(unsealedColumns);
  await testApp.stop();
});

it("see R0-119 keeps every sealed secret usable with a new master key, and soon needs the old key no longer", async () => {
  let testApp = await start({ MASTER_KEY: first });
  const { upstream } = await startUpstream(testApp);
  const webhooks = await openOrganizationWithWebhooks(testApp);
  const headers = [{ name: "x-labor", value: "geheim-7" }];
  const { secret } = await webhooks.add(receiver.url, { headers });
  const person = await makeMember(testApp, webhooks.organization.id, "editor");
  const personClient = new TestClient(testApp);
  await personClient.signIn(person);
  const factor = await setUpSecondFactor(testApp, personClient);
  const newcomer = await makeMember(testApp, webhooks.organization.id, "editor");
  let newcomerClient = new TestClient(testApp);
  await newcomerClient.signIn(newcomer);
  const setup = (await newcomerClient.call(setupTwoFactor)).result.secret;
  const sealedKeys = () => storedKeys(testApp);
  const keyOf = () => keyIdOf(testApp.app.sealedSecrets.keys.present).toString("hex");
  const firstKey = keyOf();
  expect(await sealedKeys()).toEqual(Array.from({ length: 5 }, () => firstKey));
  let steps = 0;

  /** Uses each secret at the running portal. */
  async function useAll(): Promise<void> {
    receiver.received.length = 0;
    webhooks.client = await continueSession(webhooks.client, testApp);
    await webhooks.client.call(createDepartment, {
      params: webhooks.params,
      body: { name: unique("Abteilung") },
    });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [{ headers: sent, body } = { headers: {}, body: "" }] = receiver.received;
    expect(sent).toMatchObject({ "x-labor": "geheim-7" });
    expect(() => new Webhook(secret).verify(body, sent)).not.toThrow();

    const operator = await platformClient(testApp);
    const tested = await operator.call(testAiProvider, { params: { p: "openai" } });
    expect(tested.result).toMatchObject({ ok: true });

    newcomerClient = await continueSession(newcomerClient, testApp);
    expect((await newcomerClient.call(setupTwoFactor)).result.secret).toBe(setup);

    steps += 4;
    testApp.clock.advance(steps * 30_000);
    const guest = new TestClient(testApp);
    const tempToken = await beginSignIn(guest, person);
    const code = appCode(testApp, factor.secret);
    const verified = await guest.call(verifyTwoFactor, { body: { tempToken, totpCode: code } });
    expect(verified.status).toBe(200);
  }

  await useAll();
  await testApp.stop();

  testApp = await start({ MASTER_KEY: second, MASTER_KEY_PREVIOUS: first });
  await useAll();
  await eventually(async () => expect(new Set(await sealedKeys())).toEqual(new Set([keyOf()])));
  expect(keyOf()).not.toBe(firstKey);
  await eventually(() =>
    expect(testApp.logLines.some((line) => line.includes("no secret needs MASTER_KEY_PREVIOUS"))).toBe(true),
  );
  await testApp.stop();

  testApp = await start({ MASTER_KEY: second });
  await useAll();
  expect(await canOpenAll(testApp.app.platformDb, testApp.app.sealedSecrets)).toBe(true);
  await testApp.stop();

  testApp = await start({ MASTER_KEY: third });
  expect(await canOpenAll(testApp.app.platformDb, testApp.app.sealedSecrets)).toBe(false);
  await testApp.stop();
  await upstream.stop();
});

/** Continues the session of a client at the running portal. */
async function continueSession({ refreshToken }: TestClient, testApp: TestApp): Promise<TestClient> {
  const carried = new TestClient(testApp);
  carried.refreshToken = refreshToken;
  await carried.refresh();
  return carried;
}

/** Returns the id of the key of every sealed secret. */
async function storedKeys(testApp: TestApp): Promise<string[]> {
  const parts = testApp.app.sealedSecrets.columns.map(
    ({ table, column }) =>
      `select encode(substr(${column}, 2, 4), 'hex') as key from ${table} where ${column} is not null`,
  );
  const rows = await queryRows<{ key: string }>(testApp, parts.join(" union all "));
  return rows.map(({ key }) => key);
}
