// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { invoiceWith } from "../../../entities/invoice/testing/invoice.ts";
import { problem, resetTestPage, show, notificationMessages } from "../../../testing/show.tsx";
import { json } from "../../../platform/api-client/testing/fetch-double.ts";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { CreditDialog } from "./credit-dialog.tsx";
import { FinalizeDialog } from "./finalize-dialog.tsx";
import { LegalHoldDialog } from "./legal-hold-dialog.tsx";

beforeAll(() => ensureMessages("common", "invoices", "invoice-changes", "invoice-labels"));
afterEach(resetTestPage);

const draft = invoiceWith({ status: "draft", number: null, unpricedCalls: 3 });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("FinalizeDialog", () => {
  it("see R0-155 asks again before calls without a price are omitted", async () => {
    const onClose = vi.fn<() => void>();
    const sentCalls = show(<FinalizeDialog invoice={draft} onClose={onClose} />, [
      problem("INVOICE_UNPRICED", 409, { calls: 3 }),
      json(invoiceWith({ number: "RE-2026-000007" })),
    ]);
    press("Endgültig machen");
    expect((await screen.findByRole("alert")).textContent).toContain("Bitte bestätigen");
    expect(onClose).not.toHaveBeenCalled();
    press("Ohne diese Anfragen endgültig machen");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sentCalls().map(({ body }) => body)).toEqual([
      { confirmUnpriced: false },
      { confirmUnpriced: true },
    ]);
    const keys = sentCalls().map(({ headers }) => headers.get("Idempotency-Key"));
    expect(new Set(keys).size).toBe(2);
    expect(notificationMessages()).toEqual(["Rechnung RE-2026-000007 ist endgültig"]);
  });

  it("names the missing data in words", async () => {
    show(<FinalizeDialog invoice={draft} onClose={() => undefined} />, [
      problem("INVOICE_INCOMPLETE", 409, { missing: ["operator.iban", "buyer.city"] }),
    ]);
    press("Endgültig machen");
    expect((await screen.findByRole("alert")).textContent).toContain("Es fehlen noch Angaben: IBAN, Ort.");
  });
});

describe("CreditDialog", () => {
  it("asks for the reason and invoices again on request", async () => {
    const onCredited = vi.fn<() => void>();
    const note = invoiceWith({ id: "c", kind: "credit_note", number: "GU-2026-000001" });
    const sentCalls = show(
      <CreditDialog invoice={invoiceWith()} onClose={() => undefined} onCredited={onCredited} />,
      [json(note, 201)],
    );
    press("Gutschrift erstellen");
    expect(await screen.findByText("Dieses Feld ist erforderlich")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Grund"), { target: { value: "Falscher Tarif" } });
    fireEvent.click(screen.getByRole("checkbox", { name: /Erneut berechnen/ }));
    press("Gutschrift erstellen");
    await waitFor(() => expect(onCredited).toHaveBeenCalledWith(note));
    expect(sentCalls().map(({ body }) => body)).toEqual([{ reason: "Falscher Tarif", invoiceAgain: false }]);
  });
});

describe("LegalHoldDialog", () => {
  it("sets a hold with its reason", async () => {
    const onClose = vi.fn<() => void>();
    const sentCalls = show(<LegalHoldDialog invoice={invoiceWith()} onClose={onClose} />, [
      json(invoiceWith()),
    ]);
    fireEvent.change(screen.getByLabelText("Grund"), { target: { value: "Az. 12 C 34/26" } });
    press("Löschsperre setzen");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sentCalls()[0]?.body).toEqual({ reason: "Az. 12 C 34/26" });
  });

  it("ends a hold", async () => {
    const onClose = vi.fn<() => void>();
    const heldInvoice = invoiceWith({ legalHoldReason: "Az. 12 C 34/26" });
    const sentCalls = show(<LegalHoldDialog invoice={heldInvoice} onClose={onClose} />, [
      json(invoiceWith()),
    ]);
    expect(screen.getByRole("alertdialog").textContent).toContain("31.12.2034");
    press("Löschsperre aufheben");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sentCalls()[0]?.body).toEqual({ reason: null });
  });
});
