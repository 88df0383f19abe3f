// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchDouble, problem, type SentCall } from "../../platform/api-client/testing/fetch-double.ts";
import { appState } from "../../platform/app-state/app-state.store.ts";
import {
  discardStore,
  hasUnsavedInput,
  mayDiscard,
  registerDiscardDialog,
} from "../../platform/forms/unsaved-input.ts";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages, setTimeZone } from "../../platform/i18n/store.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { clearTabPersonData } from "../../platform/storage/person-data.ts";
import { AssistantPage } from "./assistant-page.tsx";
import { gatewayDouble, type GatewayDouble } from "./testing/gateway-double.ts";

setTimeZone("Europe/Berlin");

const organizationId = "0197a000-0000-7000-8000-000000000300";
let gateway: GatewayDouble;
let calls: SentCall[];

beforeEach(async () => {
  gateway = gatewayDouble();
  calls = fetchDouble((call) => gateway.respond(call));
  const user = { id: "u1", role: { type: "editor", permissions: ["ai:use"] } };
  sessionStore.setState({ user: user as never });
  Element.prototype.scrollIntoView = () => undefined;
  await ensureMessages("common", "assistant", "ai-labels");
});

afterEach(() => {
  clearTabPersonData();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  appState.setState({ online: true });
});

function show(
  links: { providers: string | null; budget: string | null } = { providers: null, budget: null },
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const tree = (isWaiting: boolean) => (
    <QueryClientProvider client={client}>
      <I18nProvider>
        <AssistantPage
          organizationId={organizationId}
          links={links}
          canManageTemplates
          instruction={null}
          isWaiting={isWaiting}
          action={null}
        />
      </I18nProvider>
    </QueryClientProvider>
  );
  const rendered = render(tree(false));
  return { ...rendered, wait: () => rendered.rerender(tree(true)) };
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>("Ihre Anfrage");
const select = (name: string) => screen.getByRole<HTMLSelectElement>("combobox", { name });
const answerText = () => screen.getByRole("region", { name: "Text der Antwort" }).textContent;

async function ask(text = "Was hilft bei Husten?") {
  fireEvent.change(await field(), { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: "Senden" }));
  await screen.findByRole("button", { name: "Stopp" });
}

describe("AssistantPage", () => {
  it("R2.1-33 offers usable models, lists the missing requirements of other models, and remembers the choice in this tab", async () => {
    const { unmount } = show();
    await field();
    expect(
      within(select("KI-Anbieter"))
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["Anbieter A", "Anbieter B"]);
    // Without a choice, the model with the lowest output price is selected.
    expect(select("KI-Anbieter").value).toBe("b");
    // The facts of the selected provider are labeled.
    const facts = document.getElementById(select("KI-Anbieter").getAttribute("aria-describedby") ?? "");
    expect(facts?.textContent).toMatch(/^[^:]+: .+ · [^:]+: /);
    screen.getByText("Nicht nutzbare Anbieter und Modelle: 1").click();
    const unusableProvider = (await screen.findByText("Anbieter C")).parentElement as HTMLElement;
    expect(await within(unusableProvider).findByText("Das C5-Testat ist abgelaufen.")).toBeTruthy();
    fireEvent.change(select("KI-Anbieter"), { target: { value: "a" } });
    unmount();
    show();
    await field();
    expect(select("KI-Anbieter").value).toBe("a");
    expect(Object.keys(localStorage).filter((key) => key !== "deviceFingerprint")).toEqual([]);
  });

  it("does not keep the choice for the next user", async () => {
    const first = show();
    await field();
    fireEvent.change(select("KI-Anbieter"), { target: { value: "a" } });
    first.unmount();
    sessionStore.setState({ user: { id: "u2", role: { type: "editor", permissions: [] } } as never });
    show();
    await field();
    expect(select("KI-Anbieter").value).toBe("b");
  });

  it("see R7a-16 shows the missing requirements if no model is usable, and who can supply them", async () => {
    gateway.usable = false;
    const { unmount } = show();
    expect(await screen.findByText("Kein KI-Anbieter ist nutzbar")).toBeTruthy();
    expect(screen.getByText(/wenden Sie sich an die Praxis-Administration/)).toBeTruthy();
    // Providers with the same gaps share one entry.
    const [entry, ...others] = await screen.findAllByText("Die Freigabe fehlt.");
    expect(others).toEqual([]);
    expect(entry?.closest("ul")?.parentElement?.textContent).toContain("Anbieter A, Anbieter B");
    unmount();
    show({ providers: "Zu den Freigaben", budget: null });
    expect(await screen.findByText("Zu den Freigaben")).toBeTruthy();
  });

  it("R1-14 shows an answer while it streams, and Escape stops it and ends the call", async () => {
    show();
    await ask();
    act(() => gateway.sendChunk("Viel trinken"));
    await waitFor(() => expect(answerText()).toBe("Viel trinken"));
    fireEvent.keyDown(document, { key: "Escape" });
    expect(await screen.findByText(/^Von Ihnen gestoppt/)).toBeTruthy();
    expect(calls.find(({ url }) => url === "/api/ai/stream")?.signal.aborted).toBe(true);
    expect(answerText()).toBe("Viel trinken");
  });

  it("see R0-287 a follow-up sends the conversation with placeholders for names in it and the directory", async () => {
    show();
    fireEvent.change(await field(), { target: { value: "Frau Zwirbelhuber hustet." } });
    fireEvent.click(screen.getByRole("button", { name: "Senden" }));
    fireEvent.click(await screen.findByRole("button", { name: "Mit Platzhaltern senden" }));
    await screen.findByRole("button", { name: "Stopp" });
    act(() => gateway.sendChunk("Liebe Frau [Name 1]"));
    act(() => gateway.end("done", { finishReason: "stop" }));
    await waitFor(() => expect(document.querySelector("mark")?.textContent).toBe("Zwirbelhuber"));
    await waitFor(async () => expect((await field()).value).toBe(""));
    // Longer texts are checked only after a pause in typing. The preview does not show the earlier text until then.
    const more = " Bitte kürzen.".repeat(300);
    fireEvent.change(await field(), {
      target: { value: `Kürzer, Zwirbelhuber und Zwick lesen mit.${more}` },
    });
    fireEvent.click(screen.getByRole("button", { name: "Senden" }));
    fireEvent.click(await screen.findByRole("button", { name: "Mit Platzhaltern senden" }));
    await waitFor(() => expect(calls.filter(({ url }) => url === "/api/ai/stream")).toHaveLength(2));
    expect(calls.findLast(({ url }) => url === "/api/ai/stream")?.body).toMatchObject({
      prompt: `Kürzer, [Name 1] und [Name 2] lesen mit.${more}`,
      history: [{ prompt: "Frau [Name 1] hustet.", answer: "Liebe Frau [Name 1]" }],
    });
  });

  it("sends nothing while the names of the directory cannot be read", async () => {
    show();
    fetchDouble((call) =>
      call.url === "/api/ai/known-names" ? problem(500, "INTERNAL_ERROR") : gateway.respond(call),
    );
    fireEvent.change(await field(), { target: { value: "Was hilft?" } });
    fireEvent.click(screen.getByRole("button", { name: "Senden" }));
    expect(await screen.findByText("Der Text konnte nicht geprüft werden")).toBeTruthy();
    expect(calls.some(({ url }) => url === "/api/ai/stream")).toBe(false);
  });

  it("keeps the draft while the user visits another page, and restores a discarded draft", async () => {
    const { unmount } = show();
    fireEvent.change(await field(), { target: { value: "Angefangen" } });
    unmount();
    show();
    expect((await field()).value).toBe("Angefangen");
    fireEvent.click(screen.getByRole("button", { name: "Verwerfen" }));
    expect((await field()).value).toBe("");
    fireEvent.click(screen.getByRole("button", { name: "Rückgängig" }));
    expect((await field()).value).toBe("Angefangen");
    fireEvent.click(screen.getByRole("button", { name: "Verwerfen" }));
  });

  it("selects the favorite model before the cheapest", async () => {
    show();
    await field();
    fireEvent.change(select("KI-Anbieter"), { target: { value: "a" } });
    fireEvent.click(screen.getByRole("button", { name: "Als Favorit merken" }));
    expect(screen.getByRole("button", { name: "Ihr Favorit" })).toBeTruthy();
    cleanup();
    sessionStorage.clear();
    show();
    await field();
    expect(select("Modell").value).toBe("teuer");
  });

  it("refetches the remaining quota after an answer, and warns above 80 percent", async () => {
    show();
    await ask();
    gateway.ownState = "near";
    act(() => gateway.end("done", { finishReason: "stop" }));
    expect(await screen.findByText(/^Mehr als 80\s% Ihres Kontingents/)).toBeTruthy();
  });

  it("shows no prompt until the AI instruction has been loaded", async () => {
    const { wait } = show();
    await field();
    wait();
    expect(screen.queryByLabelText("Ihre Anfrage")).toBeNull();
  });

  it("blocks prompts when the quota is used up, and shows when it resets", async () => {
    gateway.ownState = "reached";
    show({ providers: null, budget: "Kontingent ändern" });
    fireEvent.change(await field(), { target: { value: "Husten?" } });
    expect(screen.getByText("Ihr Kontingent dieses Monats ist aufgebraucht")).toBeTruthy();
    expect(screen.getByText(/wieder ab 01\.12\.2026 möglich/)).toBeTruthy();
    expect(screen.getByText("Kontingent ändern")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Senden" }).getAttribute("aria-disabled")).toBe("true");
  });

  it("see R1-16 shows that no quota has been released yet", async () => {
    gateway.ownState = "reached";
    gateway.ownLimit = 0;
    show();
    fireEvent.change(await field(), { target: { value: "Husten?" } });
    expect(screen.getAllByText("Für Sie ist noch kein KI-Kontingent freigegeben")).not.toEqual([]);
    expect(screen.getByText("Freigeben kann es die Praxis-Administration.")).toBeTruthy();
    expect(screen.queryByText(/aufgebraucht/)).toBeNull();
    expect(screen.getByRole("button", { name: "Senden" }).getAttribute("title")).toBe(
      "Für Sie ist noch kein KI-Kontingent freigegeben",
    );
  });

  it("keeps text and answer when AI is stopped, and shows the reason", async () => {
    show();
    await ask();
    act(() => gateway.sendChunk("Viel"));
    gateway.stopped = "Prüfung";
    act(() => gateway.end("failed", { code: "AI_STOPPED", message: "Die KI ist zurzeit angehalten" }));
    // Above the workspace and below the answer.
    await waitFor(() => expect(screen.getAllByText("Grund: Prüfung")).toHaveLength(2));
    expect(answerText()).toBe("Viel");
    expect((await field()).value).toBe("Was hilft bei Husten?");
  });

  it("offers the page that resumes AI to users who may manage it", async () => {
    gateway.stopped = "Prüfung";
    const { unmount } = show();
    expect(await screen.findByText("Grund: Prüfung")).toBeTruthy();
    expect(screen.queryByText("Zu den Freigaben")).toBeNull();
    unmount();
    show({ providers: "Zu den Freigaben", budget: null });
    const notice = (await screen.findByText("Grund: Prüfung")).closest("[role=alert]");
    expect(notice?.textContent).toContain("Zu den Freigaben");
  });

  it("sends nothing without a connection", async () => {
    show();
    fireEvent.change(await field(), { target: { value: "Husten?" } });
    act(() => appState.setState({ online: false }));
    expect(screen.getByRole("button", { name: "Senden" }).getAttribute("title")).toBe(
      "Ohne Verbindung kann nichts gesendet werden",
    );
  });

  it("asks before the page is left only while an answer is running", async () => {
    const forget = registerDiscardDialog();
    show();
    await field();
    expect(await mayDiscard()).toBe(true);
    await ask();
    await waitFor(() => expect(hasUnsavedInput()).toBe(true));
    const mayLeave = mayDiscard();
    await waitFor(() =>
      expect(discardStore.getState().texts?.text).toMatch(/^Die Antwort wird gerade geschrieben\./),
    );
    discardStore.getState().answer?.(false);
    expect(await mayLeave).toBe(false);
    act(() => gateway.end("done", { finishReason: "stop" }));
    await waitFor(() => expect(hasUnsavedInput()).toBe(false));
    forget();
  });

  it("see R3-95 clears text and answer and ends the call when the person's data is cleared or the page is left", async () => {
    show();
    await ask("Kanarienvogel");
    act(() => gateway.sendChunk("Gelb"));
    await waitFor(() => expect(answerText()).toBe("Gelb"));
    act(clearTabPersonData);
    expect(document.body.innerHTML).not.toMatch(/Kanarienvogel|Gelb/);
    expect((await field()).value).toBe("");
    expect(calls.find(({ url }) => url === "/api/ai/stream")?.signal.aborted).toBe(true);
    fireEvent.change(await field(), { target: { value: "Kanarienvogel" } });
    fireEvent(window, new Event("pagehide"));
    expect((await field()).value).toBe("");
  });

  it("shows a loading error and can retry", async () => {
    let fails = true;
    fetchDouble((call) => (fails ? problem(500, "INTERNAL_ERROR") : gateway.respond(call)));
    show();
    expect(await screen.findByText("Der KI-Assistent konnte nicht geladen werden")).toBeTruthy();
    fails = false;
    fireEvent.click(screen.getByRole("button", { name: "Erneut versuchen" }));
    expect(await field()).toBeTruthy();
  });
});
