import { element, textElement, type XmlElement } from "../../../../platform/xml/write-xml.ts";
import type { InvoiceDay, InvoicePeriod } from "../invoice-document.ts";

/** Writes a day in the format 102 (YYYYMMDD). Some elements use the qualified type of the date. */
export function dateTime(day: InvoiceDay, prefix: "udt" | "qdt" = "udt"): XmlElement {
  return textElement(`${prefix}:DateTimeString`, day.replaceAll("-", ""), { format: "102" });
}

/** Writes the first and last day of a period. */
export function billingPeriod({ from, to }: InvoicePeriod): XmlElement {
  return element("ram:BillingSpecifiedPeriod", [
    element("ram:StartDateTime", [dateTime(from)]),
    element("ram:EndDateTime", [dateTime(to)]),
  ]);
}

/** Writes an integer as a number with the given decimals, such as 1234 with two decimals as `12.34`. */
export function decimal(value: number, decimals: number, { trimmed = false } = {}): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, "0");
  const number = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return `${value < 0 ? "-" : ""}${trimmed ? number.replace(/\.?0+$/, "") : number}`;
}
