import { uuidV7 } from "@praxisportal/contract/identifiers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { queryRows } from "../test/factories.ts";
import { createTestApp, type TestApp } from "../test/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ MAINTENANCE: "on" });
});
afterAll(() => testApp.stop());

describe("during maintenance", () => {
  it("websockets are refused with 503, the same as calls", async () => {
    const socket = new WebSocket(`${testApp.baseUrl.replace("http:", "ws:")}/ws?token=x`, {
      origin: testApp.origin,
    });
    const status = await new Promise((resolve, reject) => {
      socket.once("unexpected-response", (_request, { statusCode }) => resolve(statusCode));
      socket.once("open", () => reject(new Error("it was accepted")));
    });
    expect(status).toBe(503);
    expect((await fetch(`${testApp.baseUrl}/api/v1/users/me`)).status).toBe(503);
  });

  it("no job is scheduled and no message is handled", async () => {
    const id = uuidV7();
    await testApp.app.identityDb.write(async (tx) =>
      tx.emit("mail", { template: "passwordChanged", personId: id }, id),
    );
    expect(await queryRows(testApp, "select name from scheduled_job")).toEqual([]);
    expect(await queryRows(testApp, "select attempts, claims from outbox where id = $1", [id])).toEqual([
      { attempts: 0, claims: 0 },
    ]);
  });
});
