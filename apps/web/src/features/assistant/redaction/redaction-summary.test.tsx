// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages, setTimeZone } from "../../../platform/i18n/store.ts";
import { type Redacted, redact } from "./redact.ts";
import { RedactionSummary } from "./redaction-summary.tsx";

setTimeZone("Europe/Berlin");

beforeEach(() => ensureMessages("common", "assistant"));

function show(findings: Redacted["replacements"]) {
  render(
    <I18nProvider>
      <RedactionSummary findings={findings} />
    </I18nProvider>,
  );
}

describe("RedactionSummary", () => {
  it("counts marks by kind and each person once, and makes no claim about other text", () => {
    const text = "Anna Muster, 030 123456, Jonas Probe, Anna Muster";
    const marks = [
      ["Anna Muster", "name", 0],
      ["030 123456", "phone", 0],
      ["Jonas Probe", "name", 0],
      ["Anna Muster", "name", 20],
    ] as const;
    const findings = marks.map(([words, kind, from]) => {
      const start = text.indexOf(words, from);
      return { start, end: start + words.length, kind };
    });
    show(redact(text, findings).replacements);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "2 Namen",
      "1 Telefonnummer",
    ]);
    expect(screen.getByText(/manches bleibt unerkannt/)).toBeTruthy();
  });

  it("shows the same notice when nothing was found", () => {
    show([]);
    expect(screen.getByText("Nichts gefunden")).toBeTruthy();
    expect(screen.getByText(/manches bleibt unerkannt/)).toBeTruthy();
  });
});
