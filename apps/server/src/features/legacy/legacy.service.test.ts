import pino from "pino";
import { MockAgent } from "undici";
import { expect, it } from "vitest";
import { LegacyClient } from "./legacy-client.ts";
import { LegacyService } from "./legacy.service.ts";

const url = new URL("http://praxisserver.example");

/** A service whose legacy server gives one answer to the call for the practice. */
function serviceWith(answer: { status: number; body: string } | "no connection") {
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  if (answer !== "no connection")
    dispatcher.get(url.origin).intercept({ path: "/api/praxis" }).reply(answer.status, answer.body);
  const client = new LegacyClient({ url, dispatcher, log: pino({ enabled: false }) });
  return new LegacyService({ client } as never, {} as never);
}

it.each([
  ["no connection", null],
  [{ status: 500, body: '{"id":"MUSTER","name":"Musterpraxis"}' }, null],
  [{ status: 200, body: "<html>" }, null],
  [{ status: 200, body: '{"id":"MUSTER"}' }, null],
  [{ status: 200, body: '{"id":"MUSTER","name":"Musterpraxis"}' }, "Musterpraxis"],
] as const)("R8-24 with the answer %j the practice is %j", async (answer, name) => {
  const practice = await serviceWith(answer).practice("fallback", "token");
  expect(practice === null ? null : practice.name).toBe(name);
});
