import { streamPrompt } from "@praxisportal/contract/ai/ai.endpoints";
import { bodyLimitOf, type Endpoint } from "@praxisportal/contract/endpoint";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { problemSchema } from "@praxisportal/contract/errors";
import { updateMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization } from "../../../test/factories.ts";
import { jsonRequest, type OpenConnection, openConnection, sendRaw } from "../../../test/raw-request.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

const bodyMaxBytes = 65_536;
const bodyMaxValueCount = 20_000;
const promptBodyMaxBytes = 1_048_576;
const validationIssuesMax = 50;

const connectionsMax = 12;
const timeoutMs = 1_000;

let testApp: TestApp;
let client: TestClient;
beforeAll(async () => {
  testApp = await createTestApp({
    REQUEST_TIMEOUT: "1",
    MAX_CONNECTIONS_PER_ADDRESS: String(connectionsMax),
  });
  client = new TestClient(testApp);
  await client.signIn(await makeMember(testApp, (await makeOrganization(testApp)).id, "org_admin"));
});
afterAll(() => testApp.stop());

const authorized = () => ({ headers: [`authorization: Bearer ${client.accessToken}`] });
const send = ({ method, path }: Endpoint, body: string) =>
  sendRaw(testApp.baseUrl, jsonRequest(method, path, body, authorized()));

const connections: OpenConnection[] = [];
afterEach(() => {
  for (const { close } of connections.splice(0)) close();
});

async function openMore(): Promise<boolean> {
  const connection = await openConnection(testApp.baseUrl);
  connections.push(connection);
  return connection.isAnswered;
}

describe("N61 a body", () => {
  it("with 130,000 unknown keys gets 413, or at most 50 issues if it is small enough", async () => {
    const keys = (count: number) =>
      `{${Array.from({ length: count }, (_, index) => `"${index.toString(36)}":0`).join(",")}}`;
    expect((await send(updateMe, keys(130_000))).status).toBe(413);
    const response = await send(updateMe, keys(6_000));
    expect(problemSchema.parse(JSON.parse(response.body)).errors).toHaveLength(validationIssuesMax);
    expect(response.text.length).toBeLessThan(65_536);
  });

  it("may have the size that its call declares, but no more", async () => {
    const fill = (bytes: number) => `{"prompt":"${"x".repeat(bytes - 13)}"}`;
    for (const [endpoint, max] of [
      [updateMe, bodyMaxBytes],
      [streamPrompt, promptBodyMaxBytes],
    ] as const) {
      expect(bodyLimitOf(endpoint)).toBe(max);
      expect((await send(endpoint, fill(max + 1))).status).toBe(413);
      expect((await send(endpoint, fill(max))).status).toBe(400);
    }
  });

  it("with more values than any call needs is rejected before they are parsed", async () => {
    const response = await send(streamPrompt, `{"a":[${"0,".repeat(bodyMaxValueCount)}0]}`);
    const problem = problemSchema.parse(JSON.parse(response.body));
    expect([response.status, problem.errors?.map(({ path }) => path)]).toEqual([400, [""]]);
  });

  it("has a limit of at most a megabyte for each call", () => {
    for (const endpoint of allEndpoints)
      expect(bodyLimitOf(endpoint)).toBeLessThanOrEqual(promptBodyMaxBytes);
  });
});

describe("N68 a body of an authenticated caller", () => {
  it("nested 200,000 levels deep gets 400", async () => {
    const response = await send(streamPrompt, `${'{"a":'.repeat(150_000)}0${"}".repeat(150_000)}`);
    expect(response.status).toBe(400);
  });
});

describe.concurrent("N62 a slow sender", () => {
  const keepAlive = (request: string) => request.replace("connection: close", "connection: keep-alive");

  it("of a body gets 408, and the connection is closed", async () => {
    const openedRequest = jsonRequest("PUT", updateMe.path, "{", { ...authorized(), announced: 100 });
    const response = await sendRaw(testApp.baseUrl, keepAlive(openedRequest));
    expect([response.status, JSON.parse(response.body)]).toEqual([
      408,
      expect.objectContaining({ code: "REQUEST_TIMEOUT" }),
    ]);
    expect(response.text.toLowerCase()).toContain("connection: close");
  });

  const timeWith = async (target: string) => {
    const openedRequest = jsonRequest("PUT", target, "{", { announced: 100 });
    return (await sendRaw(testApp.baseUrl, keepAlive(openedRequest))).ms;
  };

  it("of a body that was rejected before it arrived is disconnected", async () => {
    const times = await Promise.all([updateMe.path, "/api/v1/nothing", "/healthz"].map(timeWith));
    expect(Math.max(...times)).toBeLessThan(timeoutMs * 3);
  });

  it("of a form that was rejected before its call began is disconnected", async () => {
    const target = `/api/ai/transcribe?a=${"a".repeat(9_000)}`;
    const openedRequest = jsonRequest("POST", target, "--x", { announced: 100 });
    const form = keepAlive(openedRequest).replace("application/json", "multipart/form-data; boundary=x");
    expect((await sendRaw(testApp.baseUrl, form)).ms).toBeLessThan(timeoutMs * 3);
  });

  it("of a body to an invalid URL is disconnected", async () => {
    expect(await timeWith("/api/v1/users/%zz")).toBeLessThan(timeoutMs * 3);
  });

  it("of JSON to a call that accepts a form is disconnected too", async () => {
    const openedRequest = jsonRequest("POST", "/api/ai/transcribe", "{", { ...authorized(), announced: 100 });
    expect((await sendRaw(testApp.baseUrl, keepAlive(openedRequest))).ms).toBeLessThan(timeoutMs * 3);
  });

  it("of headers gets 408, and the connection is closed", async () => {
    const response = await sendRaw(testApp.baseUrl, "GET /api/v1/users/me HTTP/1.1\r\nhost: loc");
    expect([response.status, JSON.parse(response.body)]).toEqual([
      408,
      expect.objectContaining({ code: "REQUEST_TIMEOUT" }),
    ]);
  });

  it("of nothing is disconnected without a response", async () => {
    expect((await sendRaw(testApp.baseUrl, "")).text).toBe("");
  });
});

describe("N62 connections", () => {
  it("of one address are limited, and closing one allows another", async () => {
    const opened = await Promise.all(Array.from({ length: connectionsMax + 5 }, openMore));
    const refusedCount = opened.filter((isAnswered) => !isAnswered).length;
    // The test client may also have open connections.
    expect(refusedCount).toBeGreaterThanOrEqual(5);
    expect(refusedCount).toBeLessThan(connectionsMax);
    for (const { close } of connections.splice(0, 8)) close();
    await expect.poll(openMore).toBe(true);
  });
});

describe("N73 HTTP/1.0", () => {
  it("gets the plain bytes of an export, and the connection is closed after them", async () => {
    const request = (version: string) =>
      sendRaw(
        testApp.baseUrl,
        `GET /api/v1/users/export?format=json HTTP/${version}\r\nhost: localhost\r\n` +
          `authorization: Bearer ${client.accessToken}\r\nconnection: close\r\n\r\n`,
      );
    const [old, modern] = await Promise.all([request("1.0"), request("1.1")]);
    expect(modern.text.toLowerCase()).toContain("transfer-encoding: chunked");
    expect(old.text.toLowerCase()).not.toContain("transfer-encoding");
    expect([old.status, Array.isArray(JSON.parse(old.body))]).toEqual([200, true]);
  });
});
