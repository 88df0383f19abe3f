import { domainEvents } from "@praxisportal/contract/events/domain-events";
import { describe, expect, it } from "vitest";
import { allKeys, touchedKeys } from "./touched-keys.ts";

const refreshing = new Set(["userUpdate", "organizationUpdate", "usageUpdate", "aiEvent", "billingEvent"]);

describe("the data touched by a live update", () => {
  const types = Object.values(domainEvents).filter(({ live }) => live !== null && refreshing.has(live.event));

  it.each(types.map(({ name }) => name))("is declared for %s", (type) => {
    expect(touchedKeys("organization", { type })).not.toEqual(allKeys("organization"));
  });

  it("is everything if the type is from a newer server", () => {
    expect(touchedKeys("organization", { type: "invoice.paid" })).toEqual(allKeys("organization"));
    expect(touchedKeys("organization", {})).toEqual(allKeys("organization"));
  });
});
