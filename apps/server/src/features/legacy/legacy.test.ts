import * as endpoints from "@praxisportal/contract/legacy/legacy.endpoints";
import { logout } from "@praxisportal/contract/auth/auth.endpoints";
import { getStart } from "@praxisportal/contract/start/start.endpoints";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { auditEntries, makeMember, makeOrganization } from "../../../test/factories.ts";
import {
  legacyLoginBody,
  startLegacyPortal,
  startLegacyServer,
} from "../../../test/legacy/legacy-practice.ts";
import { TestClient } from "../../../test/test-client.ts";

let server: Awaited<ReturnType<typeof startLegacyServer>>;
let portal: Awaited<ReturnType<typeof startLegacyPortal>>;
beforeAll(async () => {
  server = await startLegacyServer();
  portal = await startLegacyPortal(server.url);
});
afterEach(() => server.setSwitches({}));
afterAll(async () => {
  await portal.testApp.stop();
  await server.stop();
});

const signIn = (client: TestClient, overrides: object = {}) =>
  client.call(endpoints.legacySignIn, { body: legacyLoginBody(overrides) });
const reads = [endpoints.legacyPractice, endpoints.legacyPatients, endpoints.legacyTestDescriptions];
const readErrorCodes = (client: TestClient) =>
  Promise.all(
    reads.map(async (endpoint) => {
      const response = await client.call(endpoint);
      return response.status === 200 ? 200 : response.problem.code;
    }),
  );
const signInRequired = reads.map(() => "LEGACY_SIGN_IN_REQUIRED");

describe("the start data of the web app", () => {
  it("offers classic mode to the practice of the legacy server only, even when that server does not respond", async () => {
    const member = await portal.signedIn();
    server.setSwitches({ refusing: true });
    expect((await member.call(getStart)).result.offersClassicMode).toBe(true);
    const otherOrganization = await makeOrganization(portal.testApp);
    const otherClient = new TestClient(portal.testApp);
    await otherClient.signIn(await makeMember(portal.testApp, otherOrganization.id, "viewer"));
    expect((await otherClient.call(getStart)).result.offersClassicMode).toBe(false);
  });
});

describe("reading from the legacy server", () => {
  it("R1-41 R7s-46 R7s-03 GET /api/praxis returns the practice info", async () => {
    const client = await portal.reading();
    const { status, result } = await client.call(endpoints.legacyPractice);
    expect(status).toBe(200);
    expect(result).toEqual({
      data: {
        id: server.praxisId,
        name: "Musterpraxis am Musterplatz",
        street: "Musterstraße 1",
        postalCode: "00000",
        city: "Musterstadt",
        phone: "+49 30 23125000",
        fax: "+49 30 23125001",
        email: "praxis@musterpraxis.example.org",
        openingHours: [
          { day: "Montag", from: "08:00", to: "12:00" },
          { day: "Montag", from: "15:00", to: "18:00" },
          { day: "Dienstag", from: "08:00", to: "12:00" },
          { day: "Mittwoch", from: "08:00", to: "12:00" },
          { day: "Donnerstag", from: "14:00", to: "19:00" },
          { day: "Freitag", from: "08:00", to: "13:00" },
        ],
      },
    });
  });

  it("R1-42 R7s-47 GET /api/test-descriptions returns the test descriptions", async () => {
    const client = await portal.reading();
    const { result } = await client.call(endpoints.legacyTestDescriptions);
    expect([result.available, result.pagination.total]).toEqual([true, 12]);
    expect(result.data.find(({ code }) => code === "GLU")).toEqual({
      id: "test-glu",
      code: "GLU",
      name: "Glukose nüchtern",
      material: "NaF-Blut",
      unit: "mg/dl",
      normalRange: "70–100",
      note: "Nüchtern abnehmen.",
    });
  });

  it("R1-43 R7s-48 GET /api/patienten returns the patients", async () => {
    const client = await portal.reading();
    const { result } = await client.call(endpoints.legacyPatients);
    expect(result).toMatchObject({
      available: true,
      pagination: { page: 1, limit: 20, total: 40, pages: 2 },
    });
    expect(result.data).toHaveLength(20);
    for (const patient of result.data) expect(patient.lastName).toMatch(/^Muster/);
    const { result: second } = await client.call(endpoints.legacyPatients, { query: { page: 2 } });
    expect(new Set([...result.data, ...second.data].map(({ id }) => id)).size).toBe(40);
    // The page sizes of every list, see R7x-04.
    for (const list of [endpoints.legacyPatients, endpoints.legacyTestDescriptions]) {
      const pagesBySize = await Promise.all(
        [0, 1, 100, 101].map((limit) => client.call(list, { query: { limit } })),
      );
      expect([list.path, ...pagesBySize.map(({ status }) => status)]).toEqual([
        list.path,
        400,
        200,
        200,
        400,
      ]);
    }
    const { result: searchResult } = await client.call(endpoints.legacyPatients, {
      query: { search: "100005" },
    });
    expect(searchResult.data).toEqual([
      {
        id: "pat-100005",
        number: "100005",
        lastName: "Muster-Größe",
        firstName: "Käthe",
        birthDate: "2016-09-22",
        sex: "female",
        insurance: "Musterkasse Nord",
        phone: "+49 30 23125004",
        street: "Musterstraße 5",
        postalCode: "00000",
        city: "Musterstadt",
        lastVisit: "2025-09-04",
      },
    ]);
  });

  it("R0-211 responses contain only the listed fields", async () => {
    const client = await portal.reading();
    const texts: string[] = [];
    /** Returns the different sets of fields in a response. */
    const fieldsOf = async (path: string) => {
      const text = await (await client.fetch(path)).text();
      texts.push(text);
      const body = JSON.parse(text) as { data?: object | object[] };
      return [...new Set([body.data ?? body].flat().map((row) => Object.keys(row).toSorted().join(" ")))];
    };
    expect(await fieldsOf("/api/praxis")).toEqual([
      "city email fax id name openingHours phone postalCode street",
    ]);
    expect(await fieldsOf("/api/patienten?limit=100")).toEqual([
      "birthDate city firstName id insurance lastName lastVisit number phone postalCode sex street",
    ]);
    expect(await fieldsOf("/api/test-descriptions")).toEqual(["code id material name normalRange note unit"]);
    expect(await fieldsOf("/api/session")).toEqual(["expiresAt idleEndsAt practice user"]);
    expect(await fieldsOf("/api/health")).toEqual(["available checkedAt"]);
    const session = JSON.parse(texts.at(-2) ?? "") as Record<"practice" | "user", object>;
    expect([Object.keys(session.practice), Object.keys(session.user)]).toEqual([["name"], ["username"]]);
    const signInText = await (
      await client.fetch("/api/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(legacyLoginBody()),
      })
    ).text();
    expect(Object.keys(JSON.parse(signInText) as object)).toEqual(["expiresAt"]);
    expect(texts.join("")).not.toMatch(/lizenzschluessel|versichertennummer|diagnosen|notizen/i);
  });

  it("R0-213 see R7o-11 lists take search, sorting and paging, applied on the portal's server", async () => {
    const client = await portal.reading();
    const list = async (query: Record<string, string | number>) =>
      (await client.call(endpoints.legacyPatients, { query })).result;
    const allPatients = (await list({ limit: 100 })).data;
    const [firstPatient] = allPatients;
    const searchResult = await list({
      search: `${firstPatient?.firstName.toUpperCase()} ${firstPatient?.number}`,
    });
    expect(searchResult.data).toEqual([firstPatient]);
    const surname = String(firstPatient?.lastName.toLowerCase());
    const byName = (await list({ search: surname, limit: 100 })).data;
    expect(byName).toContainEqual(firstPatient);
    expect(byName).toEqual(allPatients.filter(({ lastName }) => lastName.toLowerCase().includes(surname)));
    const collator = new Intl.Collator("de", { numeric: true });
    for (const sortBy of ["lastName", "firstName", "birthDate", "number", "lastVisit"] as const) {
      const knownValues = allPatients.flatMap((row) => row[sortBy] ?? []).toSorted(collator.compare);
      const unknownValues = allPatients.flatMap((row) => (row[sortBy] === null ? [null] : []));
      for (const [sortOrder, expected] of [
        ["asc", knownValues],
        ["desc", knownValues.toReversed()],
      ] as const) {
        const { data } = await list({ sortBy, sortOrder, limit: 100 });
        expect(data.map((row) => row[sortBy])).toEqual([...expected, ...unknownValues]);
      }
    }
    const sortedPage = await list({ sortBy: "birthDate", sortOrder: "desc", page: 2, limit: 10 });
    const dates = allPatients.map(({ birthDate }) => birthDate ?? "").toSorted();
    expect(sortedPage.data.map(({ birthDate }) => birthDate)).toEqual(dates.toReversed().slice(10, 20));
    expect(sortedPage.pagination).toEqual({ page: 2, limit: 10, total: 40, pages: 4 });
    const tests = await client.call(endpoints.legacyTestDescriptions, {
      query: { search: "glukose", sortBy: "name", sortOrder: "desc" },
    });
    expect(tests.result.data.map(({ code }) => code)).toEqual(["GLU"]);
    const listNames = async (query: Record<string, string | number>) => {
      const { result } = await client.call(endpoints.legacyTestDescriptions, { query });
      return [result.data.map(({ name }) => name), result.pagination] as const;
    };
    // The name does not contain the code.
    expect((await listNames({ search: "crp" }))[0]).toEqual(["C-reaktives Protein"]);
    for (const sortBy of ["code", "name"] as const)
      for (const sortOrder of ["asc", "desc"] as const) {
        const query = { sortBy, sortOrder, limit: 100 };
        const { data } = (await client.call(endpoints.legacyTestDescriptions, { query })).result;
        const values = data.map((row) => row[sortBy]);
        const sorted = values.toSorted(collator.compare);
        expect(values).toHaveLength(12);
        expect(values).toEqual(sortOrder === "asc" ? sorted : sorted.toReversed());
      }
    const [names] = await listNames({ sortBy: "name" });
    expect(names).toHaveLength(12);
    expect(names).toEqual(names.toSorted((left, right) => left.localeCompare(right, "de")));
    expect(await listNames({ sortBy: "name", sortOrder: "desc", page: 2, limit: 5 })).toEqual([
      names.toReversed().slice(5, 10),
      { page: 2, limit: 5, total: 12, pages: 3 },
    ]);
    expect((await client.call(endpoints.legacyPatients, { query: { sortBy: "diagnosen" } })).status).toBe(
      400,
    );
  });
});

describe("signing in to the legacy server", () => {
  it("R7s-43 takes the account, the practice and the connection info, and opens the reads", async () => {
    const client = await portal.signedIn();
    expect(await readErrorCodes(client)).toEqual(signInRequired);
    const { status, headers } = await signIn(client);
    expect(status).toBe(200);
    expect(headers.get("set-cookie")).toMatch(
      /^portal_legacy_8080=[\w-]+; Path=\/api; HttpOnly; SameSite=Strict; Max-Age=28800$/,
    );
    expect(await readErrorCodes(client)).toEqual([200, 200, 200]);
    for (const field of ["username", "password", "connectionInfo"]) {
      expect((await signIn(client, { [field]: undefined })).status, field).toBe(400);
    }
  });

  it.each([
    [{ password: "falsch" }, 400, "LEGACY_LOGIN_REFUSED"],
    [{ praxisId: "ANDERE-2026" }, 403, "LEGACY_OTHER_PRACTICE"],
    [{ username: "gesperrt", password: "Muster-Gesperrt-3000" }, 403, "LEGACY_ACCOUNT_LOCKED"],
  ])("R7s-43 with %j is refused with %i %s", async (overrides, status, code) => {
    const client = await portal.signedIn();
    const response = await signIn(client, overrides);
    expect([response.status, response.problem.code]).toEqual([status, code]);
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  it.each([{ refusing: true }, { malformed: true }, { status: 500 }, { oversized: true }])(
    "see R7s-43 returns 503 while the legacy server is %j",
    async (switches) => {
      const client = await portal.signedIn();
      server.setSwitches(switches);
      const response = await signIn(client);
      expect([response.status, response.problem.code]).toEqual([503, "LEGACY_UNREACHABLE"]);
    },
  );

  it("see R7s-43 is not offered to a session of another practice", async () => {
    const otherClient = new TestClient(portal.testApp);
    const { id } = await makeOrganization(portal.testApp);
    await otherClient.signIn(await makeMember(portal.testApp, id, "org_admin"));
    expect((await signIn(otherClient)).problem.code).toBe("LEGACY_NOT_OFFERED");
    expect(await readErrorCodes(otherClient)).toEqual(reads.map(() => "LEGACY_NOT_OFFERED"));
    expect((await otherClient.call(endpoints.legacyHealth)).result.available).toBe(false);
  });

  it("see R7s-43 is recorded, even when it is refused", async () => {
    const client = await portal.signedIn();
    await signIn(client, { password: "falsch" });
    await signIn(client);
    const entries = await auditEntries(portal.testApp, portal.organization.id, "legacy.signed_in");
    const outcomes = entries.map(({ record }) => record.outcome);
    expect(outcomes.slice(-2).toSorted()).toEqual(["denied", "success"]);
  });
});

describe("a sign-in to the legacy server", () => {
  it("R0-224 is valid only for the session that signed in", async () => {
    const client = await portal.reading();
    const otherClient = await portal.signedIn();
    otherClient.cookie = client.cookie;
    expect(await readErrorCodes(otherClient)).toEqual(signInRequired);
    expect(await readErrorCodes(client)).toEqual([200, 200, 200]);
    await client.call(logout);
    expect((await client.call(endpoints.legacyPatients)).status).toBe(401);
  });

  it("R0-224 ends when the legacy server no longer accepts it", async () => {
    const client = await portal.reading();
    server.setSwitches({ status: 401 });
    expect(await readErrorCodes(client)).toEqual(signInRequired);
    server.setSwitches({});
    expect(await readErrorCodes(client)).toEqual([200, 200, 200]);
  });

  it("see R0-224 has no effect where classic mode is off", async () => {
    const portalWithoutLegacy = await startLegacyPortal(server.url, { FEATURE_LEGACY: "off" });
    try {
      const client = await portalWithoutLegacy.signedIn();
      expect((await signIn(client)).problem.code).toBe("LEGACY_NOT_OFFERED");
      expect(await readErrorCodes(client)).toEqual(reads.map(() => "LEGACY_NOT_OFFERED"));
      expect((await client.call(endpoints.legacyHealth)).result.available).toBe(false);
    } finally {
      await portalWithoutLegacy.testApp.stop();
    }
  });
});
