import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type LegacyPracticeServer, startLegacyPracticeServer } from "./legacy-practice-server.ts";
import { get, logIn, patientsOf, postLogin, type Row, tokenOf } from "./testing/legacy-client.ts";

const praxisId = "MUSTER-2026";
const paths = ["/api/praxis", "/api/patienten", "/api/test-descriptions"];

let server: LegacyPracticeServer;
beforeEach(async () => {
  server = await startLegacyPracticeServer({ praxisId });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.stop();
});

function account(username: string) {
  const match = server.accounts.find((candidate) => candidate.username === username);
  if (match === undefined) throw new Error(`There is no account ${username}.`);
  return match;
}

const statusOf = async (response: Promise<Response>) => {
  const { status, body } = await response;
  await body?.cancel();
  return status;
};

describe("the legacy practice server", () => {
  it("R0-206 responds with 401 without a bearer token, 403 for another practice and 423 for a locked account", async () => {
    const token = await tokenOf(server);
    for (const path of paths) {
      expect(await statusOf(get(server, path)), path).toBe(401);
      expect(await statusOf(get(server, path, "falsch")), path).toBe(401);
      const foreign = { "x-praxis-id": "ANDERE-2026" };
      expect(await statusOf(get(server, path, token, foreign)), path).toBe(403);
      expect(await statusOf(get(server, path, token, { "x-praxis-id": praxisId })), path).toBe(200);
      expect(await statusOf(get(server, path, token)), path).toBe(200);
    }
    const { username, password } = account("empfang");
    expect(await statusOf(logIn(server, username, password, "ANDERE-2026"))).toBe(403);
    expect(await statusOf(logIn(server, "gesperrt", account("gesperrt").password))).toBe(423);
  });

  it("reports its health without a login, on the loopback interface only", async () => {
    expect(new URL(server.url).hostname).toBe("127.0.0.1");
    const response = await get(server, "/api/health");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok" });
  });

  it("returns token, user and practice for a login", async () => {
    const { username, password, name } = account("aerztin");
    const response = await logIn(server, username, password);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { name, username },
      praxis: { id: praxisId, name: "Musterpraxis am Musterplatz" },
    });
    expect(await tokenOf(server)).not.toBe(await tokenOf(server));
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    "{}",
    '{"username":"empfang","password":"x","praxisId":"MUSTER-2026"}',
    '{"username":"empfang","password":"x","praxisId":"MUSTER-2026","connectionInfo":[]}',
    '{"username":"","password":"x","praxisId":"MUSTER-2026","connectionInfo":{}}',
    '{"username":"empfang","password":7,"praxisId":"MUSTER-2026","connectionInfo":{}}',
  ])("answers 400 to the login %j", async (body) => {
    expect(await statusOf(postLogin(server, body))).toBe(400);
  });

  it("responds with 413 to a body above 64 KiB", async () => {
    expect(await statusOf(postLogin(server, " ".repeat(65_537)))).toBe(413);
  });

  it("locks an account after five wrong passwords in a row, but no other account", async () => {
    const { username, password } = account("empfang");
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        expect(await statusOf(logIn(server, username, "falsch"))).toBe(401);
      }
      expect(await statusOf(logIn(server, username, password))).toBe(200);
    }
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await statusOf(logIn(server, username, "falsch"))).toBe(401);
    }
    expect(await statusOf(logIn(server, username, password))).toBe(423);
    for (let attempt = 0; attempt < 7; attempt += 1) {
      expect(await statusOf(logIn(server, "unbekannt", "falsch"))).toBe(401);
    }
    expect(await statusOf(logIn(server, "aerztin", account("aerztin").password))).toBe(200);
  });

  it("revokes the token at logout, but no other token", async () => {
    const [token, other] = [await tokenOf(server), await tokenOf(server)];
    const logOut = (bearer: string) =>
      fetch(`${server.url}/api/logout`, { method: "POST", headers: { authorization: `Bearer ${bearer}` } });
    expect(await statusOf(logOut(token))).toBe(204);
    expect(await statusOf(logOut(token))).toBe(401);
    expect(await statusOf(get(server, "/api/praxis", token))).toBe(401);
    expect(await statusOf(get(server, "/api/praxis", other))).toBe(200);
  });

  it("accepts a token for eight hours", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-02-02T08:00:00Z") });
    const token = await tokenOf(server);
    vi.setSystemTime(new Date("2026-02-02T15:59:59Z"));
    expect(await statusOf(get(server, "/api/praxis", token))).toBe(200);
    vi.setSystemTime(new Date("2026-02-02T16:00:00Z"));
    expect(await statusOf(get(server, "/api/praxis", token))).toBe(401);
  });

  it("responds with 404 to any other call", async () => {
    expect(await statusOf(get(server, "/"))).toBe(404);
    expect(await statusOf(get(server, "/api/login"))).toBe(404);
  });

  it("R1-45 has 40 patients and a practice that are clearly invented", async () => {
    const token = await tokenOf(server);
    const patients = await patientsOf(server, token);
    expect(patients).toHaveLength(40);
    for (const patient of patients) {
      expect(patient).toMatchObject({
        nachname: expect.stringMatching(/^Muster/),
        geburtsdatum: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        geschlecht: expect.stringMatching(/^[mwd]$/),
        versicherung: expect.stringContaining("uster"),
        telefon: expect.stringMatching(/^\+49 30 23125\d{3}$/),
        strasse: expect.stringMatching(/^Musterstraße \d+$/),
        plz: "00000",
        ort: "Musterstadt",
        versichertennummer: expect.stringMatching(/^MUSTER-\d+$/),
        diagnosen: [expect.stringContaining("Musterdiagnose")],
        notizen: expect.stringContaining("Erfundene"),
      });
    }
    expect(await (await get(server, "/api/praxis", token)).json()).toMatchObject({
      id: praxisId,
      name: expect.stringMatching(/^Muster/),
      strasse: expect.stringMatching(/^Musterstraße/),
      plz: "00000",
      telefon: expect.stringMatching(/^\+49 30 23125\d{3}$/),
    });
  });

  it("has descriptions of tests with unique codes", async () => {
    const response = await get(server, "/api/test-descriptions", await tokenOf(server));
    const { data } = (await response.json()) as { data: Row[] };
    expect(Object.keys(data[0] ?? {})).toEqual([
      "id",
      "kuerzel",
      "bezeichnung",
      "material",
      "einheit",
      "normbereich",
      "hinweis",
    ]);
    expect(new Set(data.map(({ kuerzel }) => kuerzel)).size).toBe(data.length);
    expect(data.length).toBeGreaterThan(10);
  });

  it("generates as many patients as requested, the same ones every time", async () => {
    const large = await startLegacyPracticeServer({ praxisId, patients: 5_000 });
    try {
      const patients = await patientsOf(large, await tokenOf(large));
      expect(new Set(patients.map(({ nummer }) => nummer)).size).toBe(5_000);
      expect(patients.slice(0, 40)).toEqual(await patientsOf(server, await tokenOf(server)));
    } finally {
      await large.stop();
    }
  });

  it("has the accounts of its options", async () => {
    const accounts = [{ username: "eigen", password: "Muster-Eigen-1", name: "Eike Muster" }];
    const otherServer = await startLegacyPracticeServer({ praxisId, accounts });
    try {
      expect(await statusOf(logIn(otherServer, "eigen", "Muster-Eigen-1"))).toBe(200);
      expect(await statusOf(logIn(otherServer, "empfang", account("empfang").password))).toBe(401);
    } finally {
      await otherServer.stop();
    }
  });

  it("frees its port when it stops, even with open calls, and fails to start on a port in use", async () => {
    const port = Number(new URL(server.url).port);
    await expect(startLegacyPracticeServer({ praxisId, port })).rejects.toThrow("EADDRINUSE");
    server.setSwitches({ slow: 600_000 });
    const openCall = get(server, "/api/health").then(
      () => "answered",
      () => "closed",
    );
    await server.stop();
    expect(await openCall).toBe("closed");
    server = await startLegacyPracticeServer({ praxisId, port });
    expect(server.url).toBe(`http://127.0.0.1:${port}`);
    expect(await statusOf(get(server, "/api/health"))).toBe(200);
  });
});
