import { domainEvents } from "@praxisportal/contract/events/domain-events";
import { invoiceKeys } from "../../entities/invoice/invoice-keys.ts";
import { organizationKeys, tenantKeys } from "../../entities/organization/organization-keys.ts";
import { describe, expect, it } from "vitest";
import { allKeys, touchedKeys } from "./touched-keys.ts";

const refreshing = new Set(["userUpdate", "organizationUpdate", "usageUpdate", "aiEvent", "billingEvent"]);

describe("the data touched by a live update", () => {
  const types = Object.values(domainEvents).filter(({ live }) => live !== null && refreshing.has(live.event));

  it.each(types.map(({ name }) => name))("is declared for %s", (type) => {
    expect(touchedKeys("organization", { type })).not.toEqual(allKeys("organization"));
  });

  it("see R7w-14 is exactly what a billing event changes", () => {
    const keysOf = (type: string) => touchedKeys("organization", { type });
    // The operator's pages show the same invoices.
    for (const type of ["invoice.paid", "invoice.finalised"])
      expect(keysOf(type)).toEqual([organizationKeys.invoices("organization"), invoiceKeys.all]);
    for (const type of ["billing.profile_changed", "billing.mandate_changed"])
      expect(keysOf(type)).toEqual([organizationKeys.billingProfile("organization"), invoiceKeys.all]);
    expect(keysOf("subscription.changed")).toEqual([tenantKeys.billing]);
  });

  it("is everything if the type is from a newer server", () => {
    expect(touchedKeys("organization", { type: "surgery.planned" })).toEqual(allKeys("organization"));
    expect(touchedKeys("organization", {})).toEqual(allKeys("organization"));
  });
});
