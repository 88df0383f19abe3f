// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../../testing/show.tsx";
import { UptimeTile } from "./uptime-tile.tsx";

beforeAll(() => ensureMessages("dashboard"));
afterEach(resetTestPage);

it.each([
  [29, "Beginn der Aufzeichnung: So., 01.11., 01:00"],
  [30, "Beginn des Zeitraums: So., 01.11., 01:00"],
])("names what began when the record has %i days", async (count, text) => {
  const days = Array.from({ length: count }, (_, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, "0")}`,
    percent: 100,
  }));
  show(<UptimeTile uptime={{ percent: 100, since: "2026-11-01T00:00:00.000Z", days }} />, []);
  expect(await screen.findByText(text)).toBeDefined();
});
