import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, quietLog, type TestDatabase } from "../../../test/background-database.ts";
import { openBus } from "./bus/open-bus.ts";
import { type LiveEvent, LiveEvents } from "./live-events.ts";
import { SystemAlerts } from "./system-alerts.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Creates the alerts of a process and collects the events that it publishes. */
function startProcess() {
  const log = quietLog();
  const live = new LiveEvents(openBus({ url: "postgres://nowhere", log }));
  const receivedEvents: LiveEvent[] = [];
  live.subscribe((event) => receivedEvents.push(event));
  return { alerts: new SystemAlerts({ live, db: database.platformDb, log }), seen: receivedEvents };
}

it("R7w-12 sends alerts to platform accounts only, in every language, and repeats one only after ten minutes", async () => {
  const { alerts, seen } = startProcess();
  await alerts.raise("jobFailed");
  await alerts.raise("jobFailed");
  await alerts.raise("messageGivenUp");
  expect(seen.map(({ event, platformOnly, data }) => [event, platformOnly, data["id"]])).toEqual([
    ["systemAlert", true, "jobFailed"],
    ["systemAlert", true, "messageGivenUp"],
  ]);
  const messages = seen[0]?.data["messages"] as Record<string, string>;
  expect(Object.keys(messages)).toEqual(["de", "en", "fr", "it"]);
  expect(messages["de"]).toContain("Aufgabe");
  await database.query("update system_alert set raised_at = raised_at - interval '10 minutes'");
  await alerts.raise("jobFailed");
  expect(seen).toHaveLength(3);
});

it("raises an alert in only one of several processes, but in each of them while the database is unavailable", async () => {
  const processes = [startProcess(), startProcess(), startProcess()];
  const published = () => processes.flatMap(({ seen }) => seen);
  await database.query("update system_alert set raised_at = raised_at - interval '1 hour'");
  await Promise.all(processes.map(({ alerts }) => alerts.raise("jobFailed")));
  expect(published()).toHaveLength(1);
  await database.refuseConnections();
  await processes[0]?.alerts.raise("jobFailed");
  await database.allowConnections();
  expect(published()).toHaveLength(2);
});
