// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { problem, resetTestPage, show, notificationMessages } from "../../../testing/show.tsx";
import { json } from "../../../platform/api-client/testing/fetch-double.ts";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import type { OperatorProfile } from "./operator.api.ts";
import { OperatorForm } from "./operator-form.tsx";

beforeAll(() => ensureMessages("common", "invoice-labels", "invoice-operator"));
afterEach(resetTestPage);

const stored: OperatorProfile = {
  name: "Portal GmbH",
  street: "Werkstraße",
  houseNumber: "5",
  postalCode: "10115",
  city: "Berlin",
  country: "DE",
  vatId: "DE123456789",
  taxNumber: null,
  contactName: "Petra Plan",
  contactPhone: "+49 30 1234567",
  contactEmail: "rechnung@portal.example",
  website: null,
  management: null,
  register: null,
  bankName: null,
  iban: null,
  bic: null,
  creditorId: null,
  thirdCountry: "outside_scope",
  billedFrom: "2026-11-01",
  paymentDays: 14,
  debitNoticeDays: 14,
  reminderTexts: [{ level: 1, language: "de", text: "Bitte zahlen Sie." }],
  missing: ["operator.iban"],
  updatedAt: null,
  version: 4,
};

const save = () => fireEvent.click(screen.getByRole("button", { name: "Speichern" }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe("OperatorForm", () => {
  it("shows what is missing and saves only the changed fields, with the version that was read", async () => {
    const sentCalls = show(<OperatorForm stored={stored} />, [
      json({ ...stored, iban: "DE89370400440532013000", missing: [], version: 5 }),
    ]);
    expect(screen.getByText("Es fehlt: IBAN.")).toBeTruthy();
    type("IBAN", "de89 3704 0044 0532 0130 00");
    type(/^Zahlungserinnerung/, "");
    save();
    await waitFor(() => expect(notificationMessages()).toEqual(["Die Stammdaten sind gespeichert"]));
    expect(sentCalls()[0]?.body).toEqual({ iban: "de89 3704 0044 0532 0130 00", reminderTexts: [] });
    expect(sentCalls()[0]?.headers.get("If-Match")).toBe('"4"');
    expect(screen.queryByText("Es fehlt: IBAN.")).toBeNull();
  });

  it("rejects invalid fields before sending, and shows errors that only the server can detect", async () => {
    const sentCalls = show(<OperatorForm stored={stored} />, [
      problem("VALIDATION_FAILED", 400, {
        errors: [{ path: "iban", code: "iban", message: "Die Prüfziffer stimmt nicht" }],
      }),
    ]);
    type("IBAN", "keine");
    type(/Zahlungsfrist/, "100");
    save();
    await waitFor(() => expect(screen.getByLabelText("IBAN").getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getByLabelText(/Zahlungsfrist/).getAttribute("aria-invalid")).toBe("true");
    expect(sentCalls()).toEqual([]);
    type("IBAN", "DE89370400440532013001");
    type(/Zahlungsfrist/, "30");
    save();
    expect(await screen.findByText("Die Prüfziffer stimmt nicht")).toBeTruthy();
    expect(sentCalls()).toHaveLength(1);
  });

  it("keeps the input after a conflict and saves it with the current version", async () => {
    const current = { ...stored, city: "Potsdam", version: 5 };
    const sentCalls = show(
      <OperatorForm stored={stored} />,
      [problem("PRECONDITION_FAILED", 412), json({ ...current, bankName: "Musterbank", version: 6 })],
      { "/operator": current },
    );
    type(/^Name der Bank/, "Musterbank");
    save();
    expect(await screen.findByText("Jemand hat die Stammdaten inzwischen geändert")).toBeTruthy();
    save();
    await waitFor(() => expect(sentCalls()).toHaveLength(2));
    expect(sentCalls().map(({ headers }) => headers.get("If-Match"))).toEqual(['"4"', '"5"']);
    expect(sentCalls()[1]?.body).toEqual({ bankName: "Musterbank" });
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Ort").value).toBe("Potsdam"));
  });

  it("keeps the reminder texts of each language", async () => {
    const sentCalls = show(<OperatorForm stored={stored} />, [json({ ...stored, version: 5 })]);
    fireEvent.click(screen.getByRole("radio", { name: "English" }));
    type(/^Zahlungserinnerung/, "Please pay.");
    save();
    await waitFor(() => expect(sentCalls()).toHaveLength(1));
    expect(sentCalls()[0]?.body).toEqual({
      reminderTexts: [
        { level: 1, language: "de", text: "Bitte zahlen Sie." },
        { level: 1, language: "en", text: "Please pay." },
      ],
    });
  });
});
