// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { invoiceWith } from "../../entities/invoice/testing/invoice.ts";
import { problem, resetTestPage, show, notificationMessages } from "../../testing/show.tsx";
import { json } from "../../platform/api-client/testing/fetch-double.ts";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { AddPaymentDialog } from "./add-payment-dialog.tsx";
import { EntriesCard } from "./entries/entries-card.tsx";
import { StatementCard } from "./statement-card.tsx";

beforeAll(() => ensureMessages("common", "payments", "invoice-labels"));
afterEach(resetTestPage);

const entry = {
  reference: "bank-1",
  bookedOn: "2026-12-10",
  amountCents: 10_000,
  currency: "EUR",
  name: "Praxis Lindenmuster",
  text: "Rechnung Dezember",
};

describe("AddPaymentDialog", () => {
  it("offers the open amount, accepts a part of it and rejects text that is not an amount", async () => {
    const onClose = vi.fn<() => void>();
    const sentCalls = show(<AddPaymentDialog invoice={invoiceWith()} onClose={onClose} />, [
      json(invoiceWith({ openCents: 7450 }), 201),
    ]);
    const amount = screen.getByLabelText<HTMLInputElement>("Betrag in EUR");
    expect(amount.value).toBe("100,00");
    fireEvent.change(amount, { target: { value: "viel" } });
    fireEvent.click(screen.getByRole("button", { name: "Zahlung erfassen" }));
    expect(await screen.findByText(/einen Betrag wie 170,31/)).toBeTruthy();
    expect(sentCalls()).toEqual([]);
    fireEvent.change(amount, { target: { value: "25,50" } });
    fireEvent.change(screen.getByLabelText("Gebucht am"), { target: { value: "2026-12-10" } });
    fireEvent.click(screen.getByRole("button", { name: "Zahlung erfassen" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sentCalls()[0]?.body).toEqual({ bookedOn: "2026-12-10", amountCents: 2550, note: null });
    expect(notificationMessages()[0]).toMatch(/noch offen: 74,50/);
  });
});

describe("StatementCard", () => {
  const choose = (content: string | Uint8Array<ArrayBuffer>) =>
    fireEvent.change(screen.getByLabelText("Datei auswählen", { selector: "input" }), {
      target: { files: [new File([content], "auszug.xml", { type: "application/xml" })] },
    });

  it("shows the result of the import", async () => {
    show(<StatementCard />, [json({ entries: 9, booked: 5, returned: 1, known: 2, unassigned: [entry] })]);
    choose("<Document/>");
    const result = await screen.findByRole("status", { name: "Ergebnis" });
    const countOf = (name: string) => within(result).getByText(name).nextElementSibling?.textContent;
    expect(["Gebucht", "Rücklastschriften", "Bereits bekannt", "Nicht zugeordnet"].map(countOf)).toEqual([
      "5",
      "1",
      "2",
      "1",
    ]);
    expect(result.textContent).toContain("9 Buchungen eingelesen");
  });

  it("see R5-27 R5-28 shows why a file was rejected, and does not send a file that is too large", async () => {
    const sentCalls = show(<StatementCard />, [
      problem("VALIDATION_FAILED", 400, {
        errors: [{ path: "statement", code: "format", message: "Das ist kein Kontoauszug" }],
      }),
    ]);
    choose("kein XML");
    expect((await screen.findByRole("alert")).textContent).toContain("Das ist kein Kontoauszug");
    choose(new Uint8Array(5_000_001));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("erlaubt sind 5"));
    expect(sentCalls()).toHaveLength(1);
  });
});

describe("EntriesCard", () => {
  it("assigns an entry to the invoice with its amount", async () => {
    const page = { page: 1, limit: 50, total: 1, pages: 1 };
    const onSearch = vi.fn();
    const sentCalls: () => readonly { body: unknown }[] = show(<EntriesCard />, [json({ data: [] })], {
      "/entries": () => ({ data: sentCalls().length === 0 ? [entry] : [] }),
      "/invoices": (url: string) => {
        if (url.includes("search=Linden")) onSearch();
        return { data: url.includes("status=open") ? [invoiceWith()] : [], pagination: page };
      },
    });
    fireEvent.click(
      await screen.findByRole("button", { name: /^Zuordnen: 100,00.* von Praxis Lindenmuster$/ }),
    );
    const dialog = await screen.findByRole("dialog", { name: /100,00.*zuordnen/ });
    fireEvent.click(within(dialog).getByRole("button", { name: "Zuordnen" }));
    expect(await within(dialog).findByText("Bitte wählen Sie eine Rechnung.")).toBeTruthy();
    // An invoice chosen before the results of a search arrive stays chosen.
    fireEvent.change(within(dialog).getByRole("searchbox"), { target: { value: "Linden" } });
    fireEvent.click(await within(dialog).findByRole("radio", { name: /RE-2026-000001/ }));
    // It can also be submitted while they are loading.
    onSearch.mockImplementationOnce(() => {
      fireEvent.click(within(dialog).getByRole("button", { name: "Zuordnen" }));
    });
    expect(await screen.findByText("Alle Buchungen sind zugeordnet.")).toBeTruthy();
    expect(sentCalls()[0]?.body).toEqual({ reference: "bank-1", invoiceId: invoiceWith().id });
  });
});
