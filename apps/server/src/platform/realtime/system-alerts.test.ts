import { expect, it } from "vitest";
import { quietLog } from "../../../test/background-database.ts";
import { type LiveEvent, LiveEvents } from "./live-events.ts";
import { openBus } from "./bus/open-bus.ts";
import { SystemAlerts } from "./system-alerts.ts";

it("see R7w-12 alerts only platform accounts, in every language, and repeats an alert only after ten minutes", () => {
  const live = new LiveEvents(openBus({ url: "postgres://nowhere", log: quietLog() }));
  const seen: LiveEvent[] = [];
  live.subscribe((event) => seen.push(event));
  let now = new Date("2026-11-23T07:42:00Z");
  const alerts = new SystemAlerts(live, { now: () => now });
  alerts.raise("jobFailed");
  alerts.raise("jobFailed");
  alerts.raise("messageGivenUp");
  expect(seen.map(({ event, platformOnly, data }) => [event, platformOnly, data["id"]])).toEqual([
    ["systemAlert", true, "jobFailed"],
    ["systemAlert", true, "messageGivenUp"],
  ]);
  const messages = seen[0]?.data["messages"] as Record<string, string>;
  expect(Object.keys(messages)).toEqual(["de", "en", "fr", "it"]);
  expect(messages["de"]).toContain("Aufgabe");
  now = new Date("2026-11-23T07:52:00Z");
  alerts.raise("jobFailed");
  expect(seen).toHaveLength(3);
});
