// @vitest-environment jsdom
import { invoiceStatuses } from "@praxisportal/contract/invoices/invoices.schema";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { InvoiceLines } from "./invoice-lines.tsx";
import { InvoicePayments } from "./invoice-payments.tsx";
import { InvoiceStatusBadge } from "./invoice-status.tsx";
import { invoiceWith } from "./testing/invoice.ts";
import { useFieldLabels, useMissingFields } from "./use-field-labels.ts";

beforeAll(() => ensureMessages("common", "invoice-labels"));
afterEach(cleanup);

const narrow = (text: string) => text.replaceAll(" €", "\u202F€");

describe("InvoiceStatusBadge", () => {
  it.each(invoiceStatuses)("shows %s as a word with an icon", (status) => {
    const { container } = render(<InvoiceStatusBadge status={status} />, { wrapper: I18nProvider });
    expect(container.textContent).toMatch(/^[A-ZÜ]\p{L}+$/u);
    expect(container.querySelector("svg")).not.toBeNull();
  });
});

describe("InvoiceLines", () => {
  it("shows each line with its period, and the total with its taxes", () => {
    render(<InvoiceLines invoice={invoiceWith()} />, { wrapper: I18nProvider });
    const row = screen.getByRole("row", { name: /Tarif Professional/ });
    expect(row.textContent).toContain("01.12.2026 – 31.12.2026");
    expect(row.textContent).toContain(narrow("129,00 €"));
    const table = screen.getByRole("table", { name: "Positionen" });
    expect(within(table).getByText("Umsatzsteuer 19 % auf 143,12 €")).toBeTruthy();
    expect(within(table).getByText("170,31 €")).toBeTruthy();
  });

  it("shows a credit note whose quantity × price is the amount", () => {
    render(<InvoiceLines invoice={invoiceWith({ kind: "credit_note" })} />, { wrapper: I18nProvider });
    const row = screen.getByRole("row", { name: /Tarif Professional/ });
    const [quantity, price, , net] = within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
    expect([quantity, price, net]).toEqual(["−1", narrow("129,00 €"), narrow("−129,00 €")]);
  });

  it("shows the reason why there is no tax", () => {
    const taxes = [
      { rateBasisPoints: 0, basisCents: 14_312, taxCents: 0, exemptionReason: "Reverse charge" },
    ];
    render(<InvoiceLines invoice={invoiceWith({ taxes })} />, { wrapper: I18nProvider });
    expect(screen.getByText("Reverse charge")).toBeTruthy();
  });
});

describe("InvoicePayments", () => {
  it("shows payments with their source, and the open amount", () => {
    const chargeback = {
      bookedOn: "2026-12-12",
      amountCents: -100,
      source: "statement" as const,
      note: "MD06",
    };
    const { payments } = invoiceWith();
    render(
      <InvoicePayments invoice={invoiceWith({ payments: [...payments, { id: "b", ...chargeback }] })} />,
      {
        wrapper: I18nProvider,
      },
    );
    expect(screen.getByText(/aus dem Kontoauszug/).textContent).toContain("10.12.2026");
    expect(screen.getByText(/Rücklastschrift/).textContent).toContain("MD06");
    expect(screen.getByText("Noch offen").parentElement?.textContent).toContain(narrow("100,00 €"));
  });
});

describe("useFieldLabels", () => {
  it("names fields with and without their owner, and shows unknown fields of a newer server unchanged", () => {
    function Words() {
      const labelOf = useFieldLabels();
      return <p>{["operator.iban", "city", "buyer.email", "operator.other"].map(labelOf).join(", ")}</p>;
    }
    render(<Words />, { wrapper: I18nProvider });
    expect(screen.getByText("IBAN, Ort, E-Mail-Adresse für Rechnungen, other")).toBeTruthy();
  });

  it("lists missing fields without the full stop of an abbreviation at the end", () => {
    function Words() {
      return <p>{`Es fehlt: ${useMissingFields()(["operator.iban", "operator.vatId"])}.`}</p>;
    }
    render(<Words />, { wrapper: I18nProvider });
    expect(screen.getByText("Es fehlt: IBAN, USt-IdNr.")).toBeTruthy();
  });
});
