import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type LegacyPracticeServer, startLegacyPracticeServer } from "./legacy-practice-server.ts";
import { get, patientsOf, type Row, tokenOf } from "./testing/legacy-client.ts";

let server: LegacyPracticeServer;
let token: string;
beforeAll(async () => {
  server = await startLegacyPracticeServer({ praxisId: "MUSTER-2026" });
  token = await tokenOf(server);
});
afterEach(() => server.setSwitches({}));
afterAll(() => server.stop());

/** Returns the duration of a response in milliseconds. */
async function durationOf(path: string): Promise<number> {
  const startedAt = performance.now();
  await (await get(server, path, token)).text();
  return performance.now() - startedAt;
}

describe("a switch of the legacy practice server", () => {
  it("slows every answer, or those of some paths", async () => {
    server.setSwitches({ slow: 400 });
    // A timer may fire up to a millisecond early.
    expect(await durationOf("/api/health")).toBeGreaterThanOrEqual(399);
    server.setSwitches({ slow: { "/api/patienten": 400, "/api/health": 600_000 } });
    expect(await durationOf("/api/patienten?suche=muster")).toBeGreaterThanOrEqual(399);
    // Would exceed the time limit of the test if it were slow.
    expect((await get(server, "/api/praxis", token)).status).toBe(200);
  });

  it("closes the connection", async () => {
    server.setSwitches({ refusing: true });
    await expect(get(server, "/api/health")).rejects.toThrow("fetch failed");
    server.setSwitches({});
    expect((await get(server, "/api/health")).status).toBe(200);
  });

  it("answers text that is not valid JSON", async () => {
    server.setSwitches({ malformed: true });
    const response = await get(server, "/api/patienten", token);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/json");
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  it.each(["/api/patienten", "/api/test-descriptions"])("sends %s as a bare array", async (path) => {
    const { data } = (await (await get(server, path, token)).json()) as { data: Row[] };
    server.setSwitches({ shape: "array" });
    expect(await (await get(server, path, token)).json()).toEqual(data);
  });

  it("answers every call with a status", async () => {
    server.setSwitches({ status: 503 });
    expect((await get(server, "/api/patienten", token)).status).toBe(503);
    expect((await get(server, "/api/health")).status).toBe(503);
  });

  it("pads answers to more than 2 MiB of valid JSON", async () => {
    const patients = await patientsOf(server, token);
    server.setSwitches({ oversized: true });
    const text = await (await get(server, "/api/patienten", token)).text();
    expect(Buffer.byteLength(text)).toBeGreaterThan(2 * 1_024 * 1_024);
    expect(JSON.parse(text)).toEqual({ data: patients });
  });

  it("can be set when the server starts", async () => {
    const refusing = await startLegacyPracticeServer({
      praxisId: "MUSTER-2026",
      switches: { status: 502 },
    });
    try {
      expect((await get(refusing, "/api/health")).status).toBe(502);
    } finally {
      await refusing.stop();
    }
  });
});
