import { randomUUID } from "node:crypto";
import { type Endpoint, pathOf } from "@praxisportal/contract/endpoint";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { type Problem, problemSchema } from "@praxisportal/contract/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonRequest, type RawResponse, sendRaw } from "./raw-request.ts";
import { createTestApp, type TestApp } from "./test-app.ts";

const bodyDepthMax = 32;
const bodyMaxValueCount = 20_000;
const publicBodyMaxBytes = 16_384;
const validationIssuesMax = 50;

/** Calls that need no session. New public calls are covered automatically. */
const publicCalls: readonly Endpoint[] = allEndpoints.filter(({ access }) => access.who === "public");
const withBody = publicCalls.filter(({ method }) => method !== "GET");
const responseMaxBytes = 65_536;
const timeoutMs = 1_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ REQUEST_TIMEOUT: String(timeoutMs / 1000), LOG_LEVEL: "silent" });
});
afterAll(() => testApp.stop());

const targetOf = (endpoint: Endpoint) => pathOf(endpoint, { alarmId: randomUUID() });
const send = (endpoint: Endpoint, body: string, announced?: number) =>
  sendRaw(
    testApp.baseUrl,
    jsonRequest(endpoint.method, targetOf(endpoint), body, announced === undefined ? {} : { announced }),
  );

function problemOf({ body, text }: RawResponse): Problem {
  expect(Buffer.byteLength(text)).toBeLessThan(responseMaxBytes);
  return problemSchema.parse(JSON.parse(body));
}

/** Returns a JSON object with the maximum number of keys, each of which takes the most bytes in an error response. */
function flood(maxBytes: number, keyLength: number): string {
  const keys: string[] = [];
  for (let bytes = 2; bytes < maxBytes - keyLength * 6 - 20;) {
    const key = JSON.stringify("\u0001".repeat(keyLength) + keys.length.toString(36));
    keys.push(`${key}:0`);
    bytes += key.length + 3;
  }
  return `{${keys.join(",")}}`;
}

const nested = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

describe("public calls", () => {
  it("are those of the access table, and none accepts a file", () => {
    expect(publicCalls.length).toBeGreaterThan(20);
    for (const { name, upload, maxBodyBytes } of publicCalls) {
      expect([name, upload, maxBodyBytes]).toEqual([name, undefined, undefined]);
    }
  });

  describe.each(withBody.map((endpoint) => [endpoint.name, endpoint] as const))("%s", (_name, endpoint) => {
    it("N61 accept a body of 16 KiB and reject a larger one with 413", async () => {
      const fill = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;
      expect(problemOf(await send(endpoint, fill(publicBodyMaxBytes))).code).toBe("VALIDATION_FAILED");
      expect(problemOf(await send(endpoint, fill(publicBodyMaxBytes + 1))).code).toBe("PAYLOAD_TOO_LARGE");
    });

    it("N61 report at most 50 issues in a small response for any keys", async () => {
      for (const keyLength of [0, 10, 2_000]) {
        const problem = problemOf(await send(endpoint, flood(publicBodyMaxBytes, keyLength)));
        expect(problem.code).toBe("VALIDATION_FAILED");
        expect(problem.errors?.length).toBeGreaterThan(0);
        expect(problem.errors?.length).toBeLessThanOrEqual(validationIssuesMax);
      }
    });

    it("N68 reject a body that is nested too deeply with 400", async () => {
      for (const depth of [bodyDepthMax + 1, 8_000]) {
        const response = await send(endpoint, nested(depth));
        expect([response.status, problemOf(response).errors?.map(({ path }) => path)]).toEqual([400, [""]]);
      }
      const { errors } = problemOf(await send(endpoint, nested(bodyDepthMax)));
      expect(errors?.map(({ path }) => path)).toContain("a");
    });
  });

  it("N62 respond with 408 if a body does not arrive completely in time", async () => {
    const responses = await Promise.all(
      withBody.map(async (endpoint) => [endpoint.name, await send(endpoint, '{"a":', 100)] as const),
    );
    for (const [name, response] of responses) {
      expect([name, response.status, problemOf(response).code]).toEqual([name, 408, "REQUEST_TIMEOUT"]);
      expect(response.ms).toBeLessThan(timeoutMs * 3);
    }
  });

  it("N61 N62 close a GET with an unfinished body in time and report at most 50 issues of a query", async () => {
    for (const endpoint of publicCalls.filter(({ method }) => method === "GET")) {
      const late = await send(endpoint, "{", 100);
      expect([endpoint.name, late.ms < timeoutMs * 3]).toEqual([endpoint.name, true]);
      const query = Array.from({ length: 1_500 }, (_, index) => `${index.toString(36)}=`).join("&");
      const target = `${targetOf(endpoint)}?${query}`;
      const problem = problemOf(await sendRaw(testApp.baseUrl, jsonRequest("GET", target, "")));
      expect([endpoint.name, problem.errors?.length]).toEqual([endpoint.name, validationIssuesMax]);
    }
  });

  it("N68 reject a body with too many values before it is parsed", async () => {
    const [endpoint] = withBody;
    const many = `[${"0,".repeat(bodyMaxValueCount)}0]`;
    expect(many.length).toBeGreaterThan(publicBodyMaxBytes);
    expect(problemOf(await send(endpoint as Endpoint, many)).code).toBe("PAYLOAD_TOO_LARGE");
  });
});
