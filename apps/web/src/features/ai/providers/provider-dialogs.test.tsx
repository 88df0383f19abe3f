// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { json } from "../../../platform/api-client/testing/fetch-double.ts";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { AddressDialog } from "./address-dialog.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { ModelDialog } from "../models/model-dialog.tsx";
import { ProviderDocumentsDialog } from "./provider-documents-dialog.tsx";
import { PriceDialog } from "../models/price-dialog.tsx";
import { ProviderConfirmDialog } from "./provider-confirm-dialog.tsx";
import {
  resetAi,
  model,
  clickButton,
  provider,
  refusal,
  showAi,
  notificationMessages,
  type,
} from "../testing/ai-test-server.tsx";

beforeAll(() => ensureMessages("common", "ai-providers", "ai-labels"));
afterEach(resetAi);

const savedResponse = () => json(provider);
const conflict = () => refusal("PRECONDITION_FAILED", 412);
const stepUpRequired = () => refusal("STEP_UP_REQUIRED", 403);
const newer = { ...provider, platform: { ...provider.platform, version: 8 } };
const currentData = { "/providers": { data: [newer], stopped: null }, "/models": { data: [model] } };
const shared = { scope: null, provider };
const other = { ...model, model: "nord-2", prices: [] };

describe("the address of a provider", () => {
  const show = (...changes: (() => Response)[]) =>
    showAi((onClose) => <AddressDialog {...shared} onClose={onClose} />, changes, currentData);

  it("see R7a-10 N45 a rejected address keeps its input and shows the server's reason at the field", async () => {
    const server = show(() => refusal("VALIDATION_FAILED", 400, "baseUrl"), savedResponse);
    type("Adresse", "https://10.0.0.8/v1");
    clickButton("Speichern");
    expect(await screen.findByText(/Das Portal ruft diese Adresse nicht auf/)).toBeTruthy();
    const field = screen.getByLabelText<HTMLInputElement>("Adresse");
    expect([field.value, field.getAttribute("aria-invalid")]).toEqual(["https://10.0.0.8/v1", "true"]);
    type("Adresse", "https://api.nord.example/v2");
    clickButton("Speichern");
    await waitFor(() => expect(server.onClose).toHaveBeenCalledOnce());
    expect(server.sent()[1]).toEqual({ body: { baseUrl: "https://api.nord.example/v2" }, ifMatch: '"3"' });
    expect(notificationMessages()).toEqual(["„Anbieter Nord“ gespeichert"]);
  });

  it("see R7a-10 an invalid address is not sent", async () => {
    const server = show();
    type("Adresse", "keine Adresse");
    clickButton("Speichern");
    expect(await screen.findByText(/Das Portal ruft diese Adresse nicht auf/)).toBeTruthy();
    expect(server.sent()).toEqual([]);
  });

  it("see R7a-10 does not overwrite a concurrent change", async () => {
    const server = show(conflict, savedResponse);
    type("Adresse", "https://api.nord.example/v2");
    clickButton("Speichern");
    expect(await screen.findByText("Inzwischen hat jemand anderes etwas geändert")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Adresse").value).toBe("https://api.nord.example/v2");
    expect(server.onClose).not.toHaveBeenCalled();
    clickButton("Speichern");
    await waitFor(() => expect(server.onClose).toHaveBeenCalledOnce());
    expect(server.sent().map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"8"']);
  });

  it("see R7a-10 requests a step-up without showing an error, and keeps the input", async () => {
    const server = show(stepUpRequired);
    type("Adresse", "https://api.nord.example/v2");
    clickButton("Speichern");
    await waitFor(() => expect(server.sent()).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole("button", { name: "Speichern" })).toBeTruthy());
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Adresse").value).toBe("https://api.nord.example/v2");
    expect(server.onClose).not.toHaveBeenCalled();
  });

  it("see R7a-10 shows a server error that belongs to no field", async () => {
    show(() => refusal("FORBIDDEN", 403));
    type("Adresse", "https://api.nord.example/v2");
    clickButton("Speichern");
    expect((await screen.findByRole("alert")).textContent).toContain("Text des Servers");
  });
});

describe("the key of a provider", () => {
  const show = (...changes: (() => Response)[]) =>
    showAi((onClose) => <KeyDialog {...shared} onClose={onClose} />, changes, currentData);

  it("R7a-10 is write-only: the form shows only the last four characters of the stored key", async () => {
    const server = show(savedResponse);
    const field = screen.getByLabelText<HTMLInputElement>("API-Schlüssel");
    expect([field.value, field.type]).toEqual(["", "password"]);
    expect(screen.getByText(/der auf …7f3a endet/)).toBeTruthy();
    type("API-Schlüssel", " sk-probe-0123456789 ");
    clickButton("Speichern");
    await waitFor(() => expect(notificationMessages()).toHaveLength(1));
    expect(server.sent()).toEqual([{ body: { apiKey: "sk-probe-0123456789" }, ifMatch: '"3"' }]);
    expect(notificationMessages().join("")).not.toContain("0123456789");
  });

  it("see R7a-10 a key that is too short is not sent", async () => {
    const server = show();
    type("API-Schlüssel", "kurz1234");
    clickButton("Speichern");
    await waitFor(() =>
      expect(screen.getByLabelText("API-Schlüssel").getAttribute("aria-invalid")).toBe("true"),
    );
    expect(server.sent()).toEqual([]);
  });

  it("see R7a-10 is removed after a confirmation", async () => {
    const server = showAi(
      (onClose) => <ProviderConfirmDialog {...shared} step={{ kind: "removeKey" }} onClose={onClose} />,
      [conflict, savedResponse],
      currentData,
    );
    expect(screen.getByText(/Keine Praxis kann den Anbieter danach nutzen/)).toBeTruthy();
    clickButton("Schlüssel entfernen");
    expect(await screen.findByText("Inzwischen hat jemand anderes etwas geändert")).toBeTruthy();
    clickButton("Schlüssel entfernen");
    await waitFor(() => expect(server.onClose).toHaveBeenCalledOnce());
    expect(server.sent().at(-1)).toEqual({ body: { apiKey: null }, ifMatch: '"8"' });
  });
});

describe("enabling a provider", () => {
  it("see R7a-10 a provider without an address shows what to set up first", async () => {
    showAi(
      (onClose) => <ProviderConfirmDialog {...shared} step={{ kind: "switchOn" }} onClose={onClose} />,
      [() => refusal("VALIDATION_FAILED", 400, "baseUrl")],
      currentData,
    );
    clickButton("Einschalten");
    expect(await screen.findByText(/Tragen Sie zuerst die Adresse ein/)).toBeTruthy();
  });
});

describe("the documents of a provider", () => {
  const show = (...changes: (() => Response)[]) =>
    showAi((onClose) => <ProviderDocumentsDialog {...shared} onClose={onClose} />, changes, currentData);

  it("see R7a-10 sends unknown values as unknown, and no retention as 0 days", async () => {
    const server = show(savedResponse);
    type("Datenverarbeitung in", "eu");
    type("Niederlassung", "");
    type("Training mit Eingaben", "");
    clickButton("Speichern");
    await waitFor(() => expect(server.onClose).toHaveBeenCalledOnce());
    expect(server.sent()[0]?.body).toEqual({
      region: "eu",
      establishment: null,
      c5: { type: "type2", validUntil: "2099-12-31" },
      retentionDays: 0,
      trainsOnData: null,
    });
  });

  it("see R7a-10 an attestation requires an end date, and days must be integers", async () => {
    const server = show();
    type("Gültig bis", "");
    type(/^Aufbewahrung der Eingaben in Tagen/, "1,5");
    clickButton("Speichern");
    await waitFor(() =>
      expect(screen.getByLabelText("Gültig bis").getAttribute("aria-invalid")).toBe("true"),
    );
    const days = screen.getByLabelText(/^Aufbewahrung der Eingaben in Tagen/);
    expect(days.getAttribute("aria-invalid")).toBe("true");
    expect(server.sent()).toEqual([]);
  });
});

describe("models", () => {
  const show = (edited: typeof model | null, ...changes: (() => Response)[]) =>
    showAi(
      (onClose) => <ModelDialog {...shared} models={[model, other]} model={edited} onClose={onClose} />,
      changes,
      currentData,
    );

  it("see R7a-10 adding a model leaves the other models and their prices unchanged", async () => {
    const server = show(null, savedResponse);
    type("Name", "nord-diktat");
    type("Verwendung", "audio");
    clickButton("Speichern");
    await waitFor(() => expect(server.onClose).toHaveBeenCalledOnce());
    const unchanged = { kind: "chat", maxOutputTokens: 4096, enabled: true };
    expect(server.sent()[0]?.body).toEqual({
      models: [
        { model: "nord-1", ...unchanged },
        { model: "nord-2", ...unchanged },
        { model: "nord-diktat", kind: "audio", enabled: true },
      ],
    });
  });

  it("see R7a-10 a duplicate name is rejected at the field", async () => {
    const server = show(null);
    type("Name", "nord-2");
    clickButton("Speichern");
    expect(await screen.findByText("Dieses Modell gibt es schon.")).toBeTruthy();
    expect(server.sent()).toEqual([]);
  });

  it("see R7a-10 a model keeps its name, and a change to a stale list is applied to the current list", async () => {
    const server = show(model, conflict, savedResponse);
    expect(screen.getByLabelText<HTMLInputElement>("Name").readOnly).toBe(true);
    fireEvent.click(screen.getByLabelText(/^Eingeschaltet/));
    clickButton("Speichern");
    await screen.findByText("Inzwischen hat jemand anderes etwas geändert");
    clickButton("Speichern");
    await waitFor(() => expect(server.onClose).toHaveBeenCalledOnce());
    // The second model was removed in the meantime and must not come back.
    expect(server.sent().at(-1)).toEqual({
      body: { models: [{ model: "nord-1", kind: "chat", enabled: false, maxOutputTokens: 4096 }] },
      ifMatch: '"8"',
    });
  });
});

describe("a price", () => {
  const show = (...changes: (() => Response)[]) =>
    showAi(
      (onClose) => (
        <PriceDialog
          {...shared}
          models={[model, other]}
          model={model}
          currency="EUR"

          onClose={onClose}
        />
      ),
      changes,
      currentData,
    );

  it("see R7a-10 is valid from a future time, and other models are sent without prices", async () => {
    const server = show(savedResponse);
    type("Eingabe", "3");
    type(/^Zwischengespeicherte Eingabe/, "");
    fireEvent.click(screen.getByLabelText(/^ab einem späteren Zeitpunkt/));
    type("Gilt ab", "2099-01-01T08:00");
    clickButton("Speichern");
    await waitFor(() => expect(server.onClose).toHaveBeenCalledOnce());
    const unchanged = { kind: "chat", maxOutputTokens: 4096, enabled: true };
    expect(server.sent()[0]?.body).toEqual({
      models: [
        {
          model: "nord-1",
          ...unchanged,
          prices: {
            EUR: {
              inputMicro: 3_000_000,
              outputMicro: 10_000_000,
              reasoningMicro: 10_000_000,
              upliftBasisPoints: 1_000,
              validFrom: "2099-01-01T07:00:00.000Z",
            },
          },
        },
        { model: "nord-2", ...unchanged },
      ],
    });
  });

  it("see R7a-10 an invalid, missing or backdated price is not sent", async () => {
    const server = show();
    type("Eingabe", "1.000,50");
    type("Ausgabe", "");
    fireEvent.click(screen.getByLabelText(/^ab einem späteren Zeitpunkt/));
    type("Gilt ab", "2020-01-01T08:00");
    clickButton("Speichern");
    expect(await screen.findByText(/Preise gelten nie rückwirkend/)).toBeTruthy();
    expect(screen.getByText(/Betrag ohne Tausenderpunkt/)).toBeTruthy();
    expect(screen.getByLabelText("Ausgabe").getAttribute("aria-invalid")).toBe("true");
    expect(server.sent()).toEqual([]);
  });

  it("see R7a-10 a price that is too early by the server's clock is rejected with a message", async () => {
    show(() => refusal("VALIDATION_FAILED", 400, "models.0.prices.EUR.validFrom"));
    clickButton("Speichern");
    expect(await screen.findByText(/Preise gelten nie rückwirkend/)).toBeTruthy();
  });
});
