// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../../testing/show.tsx";
import { HealthBadge, HealthCell } from "./tenant-health.tsx";
import type { Tenant } from "./tenants.api.ts";

beforeAll(() => ensureMessages("common", "limits"));
afterEach(resetTestPage);

const now = Date.parse("2026-11-30T09:00:00.000Z");
const inactive = { kind: "inactive", limit: null, since: "2026-10-27T09:00:00.000Z" } as const;
const tenant: Pick<Tenant, "status" | "health" | "notice"> = { status: "active", health: [], notice: null };
const ended = {
  endsAt: "2026-11-01T00:00:00.000Z",
  erasedFrom: "2026-12-01T00:00:00.000Z",
} as never;

function textOf(part: Parameters<typeof show>[0]): string {
  show(<p data-testid="part">{part}</p>, []);
  const text = screen.getByTestId("part").textContent ?? "";
  resetTestPage();
  return text;
}

it("the health of a tenant is one word, with its worst finding", () => {
  expect(textOf(<HealthCell tenant={tenant} now={now} />)).toBe("In Ordnung");
  expect(textOf(<HealthCell tenant={{ ...tenant, health: [inactive] }} now={now} />)).toBe(
    "AchtungSeit 34 Tagen keine Anmeldung",
  );
});

it.each([
  ["suspended", { ...tenant, status: "suspended" } as const],
  ["ended", { ...tenant, status: "suspended", notice: ended } as const],
])("the health of a tenant does not repeat that it is %s", (_state, observed) => {
  expect(textOf(<HealthBadge tenant={observed} now={now} />)).toBe("");
  expect(textOf(<HealthCell tenant={observed} now={now} />)).toBe("–");
  expect(textOf(<HealthCell tenant={{ ...observed, health: [inactive] }} now={now} />)).toBe(
    "Seit 34 Tagen keine Anmeldung",
  );
});
