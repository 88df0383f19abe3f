// @vitest-environment jsdom
import type { AiBill } from "@praxisportal/contract/ai/gateway.schema";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages, setTimeZone } from "../../../platform/i18n/store.ts";
import { AnswerCard } from "./answer-card.tsx";
import type { Answer } from "./use-answer.ts";

setTimeZone("Europe/Berlin");

const bill: AiBill = {
  callId: "0197a000-0000-7000-8000-000000000001",
  provider: "demo",
  model: "demo-standard",
  inputTokens: 1_200,
  outputTokens: 34,
  cachedTokens: 0,
  reasoningTokens: 0,
  audioSeconds: 0,
  costMicros: 37_000,
  currency: "EUR",
  estimated: false,
};
const runningAnswer: Answer = {
  id: 1,
  choice: {
    provider: "demo",
    providerName: "Demonstration",
    model: "demo-standard",
    region: null,
    retentionDays: null,
    price: null,
  },
  sent: "Frau [Name 1] hustet.",
  mapping: new Map([["[Name 1]", "Anna Musterfrau"]]),
  raw: "",
  state: { kind: "running" },
};

beforeEach(() => ensureMessages("common", "assistant"));

function show(answer: Answer, options: { onStop?: () => void; stopReason?: string } = {}) {
  const page = (displayed: Answer) => (
    <I18nProvider>
      <AnswerCard
        answer={displayed}
        onStop={options.onStop ?? (() => undefined)}
        stopReason={options.stopReason ?? null}
      />
    </I18nProvider>
  );
  const { rerender, container } = render(page(answer));
  return { next: (displayed: Answer) => rerender(page(displayed)), container };
}

const text = () => screen.getByRole("region", { name: "Text der Antwort" });
const announced = (container: HTMLElement) => container.querySelector("[aria-live=polite]")?.textContent;

describe("AnswerCard", () => {
  it("see R1-14 shows a streaming answer as text, with the names restored, labeled as a draft", () => {
    const { next } = show(runningAnswer);
    expect(text().textContent).toContain("Demonstration antwortet gleich");
    next({ ...runningAnswer, raw: "<b>Frau</b> [Na" });
    expect(text().textContent).toBe("<b>Frau</b> ");
    expect(text().querySelector("b")).toBeNull();
    next({ ...runningAnswer, raw: "<b>Frau</b> [Name 1]\nhustet" });
    expect(text().textContent).toBe("<b>Frau</b> Anna Musterfrau\nhustet");
    expect(screen.getByText("KI-Entwurf – bitte prüfen")).toBeTruthy();
    expect(screen.getByText("Frau [Name 1] hustet.")).toBeTruthy();
  });

  it("shows the question above the answer, with the names, and a long one in full on request", () => {
    const { next } = show({ ...runningAnswer, raw: "Tee hilft." });
    const question = screen.getByText("Frau Anna Musterfrau hustet.");
    expect(question.compareDocumentPosition(text())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole("button", { name: "Ganz anzeigen" })).toBeNull();

    const long = "Frau [Name 1] hustet seit drei Tagen. ".repeat(20);
    next({ ...runningAnswer, id: 2, sent: long });
    const longQuestion = screen.getByText("Frau Anna Musterfrau hustet seit", { exact: false });
    expect(longQuestion.className).toContain("line-clamp");
    fireEvent.click(screen.getByRole("button", { name: "Ganz anzeigen", expanded: false }));
    expect(longQuestion.className).not.toContain("line-clamp");
    fireEvent.click(screen.getByRole("button", { name: "Weniger anzeigen", expanded: true }));
    expect(longQuestion.className).toContain("line-clamp");
  });

  it("can be stopped with its button", () => {
    const onStop = vi.fn<() => void>();
    const { next } = show(runningAnswer, { onStop });
    fireEvent.click(screen.getByRole("button", { name: "Stopp" }));
    expect(onStop).toHaveBeenCalledOnce();
    next({ ...runningAnswer, raw: "Halb", state: { kind: "stopped" } });
    expect(screen.getByText(/Von Ihnen gestoppt/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Kopieren" })).toBeTruthy();
  });

  it("announces whole sentences, not chunks", () => {
    const { next, container } = show(runningAnswer);
    next({ ...runningAnswer, raw: "Der erste Satz" });
    expect(announced(container)).toBe("");
    next({ ...runningAnswer, raw: "Der erste Satz. Der zweite" });
    expect(announced(container)).toBe("Der erste Satz.");
    next({
      ...runningAnswer,
      raw: "Der erste Satz. Der zweite",
      state: { kind: "done", finishReason: "stop", bill },
    });
    expect(announced(container)).toMatch(/^Der zweite Die Antwort ist vollständig\. 0,04/);
  });

  it("shows the cost, marks an estimate, and shows that the answer was cut off", () => {
    const { next } = show({
      ...runningAnswer,
      raw: "Fertig",
      state: { kind: "done", finishReason: "stop", bill },
    });
    const { body } = document;
    expect(body.textContent).toMatch(
      /Demonstration · demo-standard · 0,04\s€ · 1\.200 Einheiten gelesen, 34 geschrieben/,
    );
    expect(screen.queryByText(/geschätzt/)).toBeNull();
    const estimated = { ...bill, estimated: true, costMicros: 900 };
    next({ ...runningAnswer, raw: "Fer", state: { kind: "done", finishReason: "length", bill: estimated } });
    expect(body.textContent).toMatch(/Demonstration · [^·]+ · weniger als 0,01\s€ · [^·]+ · geschätzt/);
    expect(screen.getByText(/^Abgeschnitten: [^.]*\.$/)).toBeTruthy();
  });

  it("shows the reason for a failure and its cost, and the reason for a stop", () => {
    const failedState = {
      kind: "failed",
      code: "AI_STOPPED",
      message: "Die KI ist zurzeit angehalten",
      bill,
    } as const;
    const { next } = show(
      { ...runningAnswer, raw: "Halb", state: failedState },
      { stopReason: "Prüfung des Vertrags" },
    );
    const box = within(screen.getByRole("alert"));
    expect(box.getByText("Die KI ist zurzeit angehalten")).toBeTruthy();
    expect(box.getByText("Grund: Prüfung des Vertrags")).toBeTruthy();
    expect(box.getByText(/^Berechnet wurde: 0,04/)).toBeTruthy();
    next({ ...runningAnswer, state: { kind: "failed", code: "NETWORK_ERROR", message: "", bill: null } });
    expect(within(screen.getByRole("alert")).getByText(/Verbindung ist abgebrochen/)).toBeTruthy();
  });

  it("stays scrolled to the end until the user scrolls up, and returns to the end on request", () => {
    const { next } = show(runningAnswer);
    const box = screen.getByRole("region", { name: "Text der Antwort" });
    let heightPx = 500;
    Object.defineProperty(box, "scrollHeight", { get: () => heightPx });
    Object.defineProperty(box, "clientHeight", { value: 100 });
    next({ ...runningAnswer, raw: "Erster Satz." });
    expect(box.scrollTop).toBe(500);
    box.scrollTop = 50;
    fireEvent.scroll(box);
    heightPx = 900;
    next({ ...runningAnswer, raw: "Erster Satz. Zweiter Satz." });
    expect(box.scrollTop).toBe(50);
    fireEvent.click(screen.getByRole("button", { name: "Zum Ende" }));
    expect(box.scrollTop).toBe(900);
    heightPx = 1_200;
    next({ ...runningAnswer, raw: "Erster Satz. Zweiter Satz. Dritter." });
    expect(box.scrollTop).toBe(1_200);
  });
});
