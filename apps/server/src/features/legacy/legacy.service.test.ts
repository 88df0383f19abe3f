import pino from "pino";
import { MockAgent } from "undici";
import { expect, it } from "vitest";
import { LegacyClient } from "./legacy-client.ts";
import { LegacyService } from "./legacy.service.ts";

const url = new URL("http://praxisserver.example");

/** Creates a service whose legacy server gives one response to a call. */
function serviceWith(response: { status: number; body: string } | "no connection", path = "/api/praxis") {
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  if (response !== "no connection")
    dispatcher.get(url.origin).intercept({ path }).reply(response.status, response.body);
  const client = new LegacyClient({ url, dispatcher, log: pino({ enabled: false }) });
  return new LegacyService({ client } as never, {} as never);
}

it.each([
  ["no connection", null],
  [{ status: 500, body: '{"id":"MUSTER","name":"Musterpraxis"}' }, null],
  [{ status: 200, body: "<html>" }, null],
  [{ status: 200, body: '{"id":"MUSTER"}' }, null],
  [{ status: 200, body: '{"id":"MUSTER","name":"Musterpraxis"}' }, "Musterpraxis"],
] as const)("R8-24 with the response %j the practice is %j", async (response, name) => {
  const practice = await serviceWith(response).practice("fallback", "token");
  expect(practice === null ? null : practice.name).toBe(name);
});

const patient = { id: "1", nachname: "Muster", vorname: "Erika", geburtsdatum: "1980-01-02", nummer: "4711" };
it.each([
  ["no connection", 0, false],
  [{ status: 500, body: JSON.stringify({ data: [patient] }) }, 0, false],
  [{ status: 200, body: "<html>" }, 0, false],
  [{ status: 200, body: JSON.stringify({ data: {} }) }, 0, false],
  [{ status: 200, body: JSON.stringify({ data: [patient] }) }, 1, true],
] as const)(
  "R8-25 with the response %j the lists have %i entries (available: %s)",
  async (response, count, available) => {
    const query = { page: 1, limit: 20 } as never;
    const patients = await serviceWith(response, "/api/patienten").patients("fallback", "token", query);
    const pagination = { page: 1, limit: 20, total: count, pages: count };
    expect([patients.data.length, patients.pagination, patients.available]).toEqual([
      count,
      pagination,
      available,
    ]);
    if (available) return;
    const tests = await serviceWith(response, "/api/test-descriptions").testDescriptions(
      "fallback",
      "token",
      query,
    );
    expect(tests).toMatchObject({ data: [], pagination, available: false });
  },
);

it("R0-210 a response of exactly 2 MiB is read; with one byte more the call fails", async () => {
  const body = '{"id":"MUSTER","name":"Musterpraxis"}';
  const nameOf = async (bytes: number) => {
    const service = serviceWith({ status: 200, body: body.padEnd(bytes) });
    return (await service.practice("fallback", "token"))?.name;
  };
  expect(await nameOf(2_097_152)).toBe("Musterpraxis");
  expect(await nameOf(2_097_153)).toBeUndefined();
});
