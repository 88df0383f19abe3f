import { describe, expect, it } from "vitest";
import { invoiceWith } from "../../../entities/invoice/testing/invoice.ts";
import { assignable } from "./assignable.ts";

const other = invoiceWith({ id: "other", openCents: 5000 });
const exact = invoiceWith({ id: "exact", openCents: 10_000 });
const franc = invoiceWith({ id: "franc", currency: "CHF", openCents: 10_000 });
const paid = invoiceWith({ id: "paid", status: "paid", openCents: 0, paidCents: 17_031 });
const note = invoiceWith({ id: "note", kind: "credit_note", openCents: 0 });
const idsOf = (amountCents: number) =>
  assignable([other, exact, franc, paid, note], { amountCents, currency: "EUR" }).map(({ id }) => id);

describe("assignable", () => {
  it("offers invoices with an open amount in the same currency, the exact amount first", () => {
    expect(idsOf(10_000)).toEqual(["exact", "other"]);
  });

  it("offers paid invoices for a refund", () => {
    expect(idsOf(-17_031)[0]).toBe("paid");
  });
});
