// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { json } from "../../platform/api-client/testing/fetch-double.ts";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { AddressDialog } from "./address-dialog.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { ModelDialog } from "./model-dialog.tsx";
import { PaperworkDialog } from "./paperwork-dialog.tsx";
import { PriceDialog } from "./price-dialog.tsx";
import { ProviderQuestion } from "./provider-question.tsx";
import { endAi, model, press, provider, refusal, showAi, type } from "./testing/ai-world.tsx";

beforeAll(() => ensureMessages("common", "ai-providers", "ai-words"));
afterEach(endAi);

const saved = () => json(provider);
const conflict = () => refusal("PRECONDITION_FAILED", 412);
const noProof = () => refusal("STEP_UP_REQUIRED", 403);
const newer = { ...provider, platform: { ...provider.platform, version: 8 } };
const present = { "/providers": { data: [newer], stopped: null }, "/models": { data: [model] } };
const shared = { place: null, provider };
const other = { ...model, model: "nord-2", prices: [] };

describe("the address", () => {
  const show = (...changes: (() => Response)[]) =>
    showAi((tell, onClose) => <AddressDialog {...shared} tell={tell} onClose={onClose} />, changes, present);

  it("R7a-10 N45 that the server does not call is refused at the field, with the reason, and stays typed", async () => {
    const world = show(() => refusal("VALIDATION_FAILED", 400, "baseUrl"), saved);
    type("Adresse", "https://10.0.0.8/v1");
    press("Speichern");
    expect(await screen.findByText(/Das Portal ruft diese Adresse nicht auf/)).toBeTruthy();
    const field = screen.getByLabelText<HTMLInputElement>("Adresse");
    expect([field.value, field.getAttribute("aria-invalid")]).toEqual(["https://10.0.0.8/v1", "true"]);
    type("Adresse", "https://api.nord.example/v2");
    press("Speichern");
    await waitFor(() => expect(world.onClose).toHaveBeenCalledOnce());
    expect(world.sent()[1]).toEqual({ body: { baseUrl: "https://api.nord.example/v2" }, ifMatch: '"3"' });
    expect(world.tell).toHaveBeenCalledWith("Anbieter Nord gespeichert");
  });

  it("R7a-10 that is none is not sent", async () => {
    const world = show();
    type("Adresse", "keine Adresse");
    press("Speichern");
    expect(await screen.findByText(/Das Portal ruft diese Adresse nicht auf/)).toBeTruthy();
    expect(world.sent()).toEqual([]);
  });

  it("R7a-10 is never written over what somebody else wrote unseen", async () => {
    const world = show(conflict, saved);
    type("Adresse", "https://api.nord.example/v2");
    press("Speichern");
    expect(await screen.findByText("Inzwischen hat jemand anderes etwas geändert")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Adresse").value).toBe("https://api.nord.example/v2");
    expect(world.onClose).not.toHaveBeenCalled();
    press("Speichern");
    await waitFor(() => expect(world.onClose).toHaveBeenCalledOnce());
    expect(world.sent().map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"8"']);
  });

  it("R7a-10 waits for a proof of identity without an error, and what was typed stays", async () => {
    const world = show(noProof);
    type("Adresse", "https://api.nord.example/v2");
    press("Speichern");
    await waitFor(() => expect(world.sent()).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole("button", { name: "Speichern" })).toBeTruthy());
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Adresse").value).toBe("https://api.nord.example/v2");
    expect(world.onClose).not.toHaveBeenCalled();
  });

  it("R7a-10 says what else went wrong", async () => {
    show(() => refusal("FORBIDDEN", 403));
    type("Adresse", "https://api.nord.example/v2");
    press("Speichern");
    expect((await screen.findByRole("alert")).textContent).toContain("Text des Servers");
  });
});

describe("the key", () => {
  const show = (...changes: (() => Response)[]) =>
    showAi((tell, onClose) => <KeyDialog {...shared} tell={tell} onClose={onClose} />, changes, present);

  it("R7a-10 is written only: nothing of it stands in the form but the last four of the one it replaces", async () => {
    const world = show(saved);
    const field = screen.getByLabelText<HTMLInputElement>("API-Schlüssel");
    expect([field.value, field.type]).toEqual(["", "password"]);
    expect(screen.getByText(/der auf …7f3a endet/)).toBeTruthy();
    type("API-Schlüssel", " sk-probe-0123456789 ");
    press("Speichern");
    await waitFor(() => expect(world.tell).toHaveBeenCalledOnce());
    expect(world.sent()).toEqual([{ body: { apiKey: "sk-probe-0123456789" }, ifMatch: '"3"' }]);
    expect(world.tell.mock.calls.join("")).not.toContain("0123456789");
  });

  it("R7a-10 that is too short is not sent", async () => {
    const world = show();
    type("API-Schlüssel", "kurz1234");
    press("Speichern");
    await waitFor(() =>
      expect(screen.getByLabelText("API-Schlüssel").getAttribute("aria-invalid")).toBe("true"),
    );
    expect(world.sent()).toEqual([]);
  });

  it("R7a-10 is taken away after a question", async () => {
    const world = showAi(
      (tell, onClose) => (
        <ProviderQuestion {...shared} step={{ kind: "removeKey" }} tell={tell} onClose={onClose} />
      ),
      [conflict, saved],
      present,
    );
    expect(screen.getByText(/Keine Praxis kann den Anbieter danach nutzen/)).toBeTruthy();
    press("Schlüssel entfernen");
    expect(await screen.findByText("Inzwischen hat jemand anderes etwas geändert")).toBeTruthy();
    press("Schlüssel entfernen");
    await waitFor(() => expect(world.onClose).toHaveBeenCalledOnce());
    expect(world.sent().at(-1)).toEqual({ body: { apiKey: null }, ifMatch: '"8"' });
  });
});

describe("switching on", () => {
  it("R7a-10 without an address says where to begin", async () => {
    showAi(
      (tell, onClose) => (
        <ProviderQuestion {...shared} step={{ kind: "switchOn" }} tell={tell} onClose={onClose} />
      ),
      [() => refusal("VALIDATION_FAILED", 400, "baseUrl")],
      present,
    );
    press("Einschalten");
    expect(await screen.findByText(/Tragen Sie zuerst die Adresse ein/)).toBeTruthy();
  });
});

describe("the documents", () => {
  const show = (...changes: (() => Response)[]) =>
    showAi(
      (tell, onClose) => <PaperworkDialog {...shared} tell={tell} onClose={onClose} />,
      changes,
      present,
    );

  it("R7a-10 what nobody knows is sent as unknown, and nothing kept as 0 days", async () => {
    const world = show(saved);
    type("Datenverarbeitung in", "eu");
    type("Niederlassung", "");
    type("Training mit Eingaben", "");
    press("Speichern");
    await waitFor(() => expect(world.onClose).toHaveBeenCalledOnce());
    expect(world.sent()[0]?.body).toEqual({
      region: "eu",
      establishment: null,
      c5: { type: "type2", validUntil: "2099-12-31" },
      retentionDays: 0,
      trainsOnData: null,
    });
  });

  it("R7a-10 an attestation needs its end, and days are whole", async () => {
    const world = show();
    type("Gültig bis", "");
    type(/^Aufbewahrung der Eingaben in Tagen/, "1,5");
    press("Speichern");
    await waitFor(() =>
      expect(screen.getByLabelText("Gültig bis").getAttribute("aria-invalid")).toBe("true"),
    );
    const days = screen.getByLabelText(/^Aufbewahrung der Eingaben in Tagen/);
    expect(days.getAttribute("aria-invalid")).toBe("true");
    expect(world.sent()).toEqual([]);
  });
});

describe("models", () => {
  const show = (of: typeof model | null, ...changes: (() => Response)[]) =>
    showAi(
      (tell, onClose) => (
        <ModelDialog {...shared} models={[model, other]} model={of} tell={tell} onClose={onClose} />
      ),
      changes,
      present,
    );

  it("R7a-10 one more leaves the others and their prices as they are", async () => {
    const world = show(null, saved);
    type("Name", "nord-diktat");
    type("Verwendung", "audio");
    press("Speichern");
    await waitFor(() => expect(world.onClose).toHaveBeenCalledOnce());
    const kept = { kind: "chat", maxOutputTokens: 4096, enabled: true };
    expect(world.sent()[0]?.body).toEqual({
      models: [
        { model: "nord-1", ...kept },
        { model: "nord-2", ...kept },
        { model: "nord-diktat", kind: "audio", enabled: true },
      ],
    });
  });

  it("R7a-10 of the same name is refused at the field", async () => {
    const world = show(null);
    type("Name", "nord-2");
    press("Speichern");
    expect(await screen.findByText("Dieses Modell gibt es schon.")).toBeTruthy();
    expect(world.sent()).toEqual([]);
  });

  it("R7a-10 keep their name, and a change made on an old list is made again on the new one", async () => {
    const world = show(model, conflict, saved);
    expect(screen.getByLabelText<HTMLInputElement>("Name").readOnly).toBe(true);
    fireEvent.click(screen.getByLabelText(/^Eingeschaltet/));
    press("Speichern");
    await screen.findByText("Inzwischen hat jemand anderes etwas geändert");
    press("Speichern");
    await waitFor(() => expect(world.onClose).toHaveBeenCalledOnce());
    // The second model was removed in the meantime and must not come back.
    expect(world.sent().at(-1)).toEqual({
      body: { models: [{ model: "nord-1", kind: "chat", enabled: false, maxOutputTokens: 4096 }] },
      ifMatch: '"8"',
    });
  });
});

describe("a price", () => {
  const show = (...changes: (() => Response)[]) =>
    showAi(
      (tell, onClose) => (
        <PriceDialog
          {...shared}
          models={[model, other]}
          model={model}
          currency="EUR"
          tell={tell}
          onClose={onClose}
        />
      ),
      changes,
      present,
    );

  it("R7a-10 counts from a moment to come, and other models are not named with a price", async () => {
    const world = show(saved);
    type("Eingabe", "3");
    type(/^Zwischengespeicherte Eingabe/, "");
    fireEvent.click(screen.getByLabelText(/^ab einem späteren Zeitpunkt/));
    type("Gilt ab", "2099-01-01T08:00");
    press("Speichern");
    await waitFor(() => expect(world.onClose).toHaveBeenCalledOnce());
    const kept = { kind: "chat", maxOutputTokens: 4096, enabled: true };
    expect(world.sent()[0]?.body).toEqual({
      models: [
        {
          model: "nord-1",
          ...kept,
          prices: {
            EUR: {
              inputMicro: 3_000_000,
              outputMicro: 10_000_000,
              reasoningMicro: 10_000_000,
              upliftBasisPoints: 1_000,
              validFrom: new Date("2099-01-01T08:00").toISOString(),
            },
          },
        },
        { model: "nord-2", ...kept },
      ],
    });
  });

  it("R7a-10 that is no amount, is missing, or would count from earlier is not sent", async () => {
    const world = show();
    type("Eingabe", "1.000,50");
    type("Ausgabe", "");
    fireEvent.click(screen.getByLabelText(/^ab einem späteren Zeitpunkt/));
    type("Gilt ab", "2020-01-01T08:00");
    press("Speichern");
    expect(await screen.findByText(/Preise gelten nie rückwirkend/)).toBeTruthy();
    expect(screen.getByText(/Betrag ohne Tausenderpunkt/)).toBeTruthy();
    expect(screen.getByLabelText("Ausgabe").getAttribute("aria-invalid")).toBe("true");
    expect(world.sent()).toEqual([]);
  });

  it("R7a-10 that the server's clock finds too early is refused in words", async () => {
    show(() => refusal("VALIDATION_FAILED", 400, "models.0.prices.EUR.validFrom"));
    press("Speichern");
    expect(await screen.findByText(/Preise gelten nie rückwirkend/)).toBeTruthy();
  });
});
