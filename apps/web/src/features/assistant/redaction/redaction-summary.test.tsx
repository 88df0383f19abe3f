// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages, setTimeZone } from "../../../platform/i18n/store.ts";
import type { Finding } from "@praxisportal/contract/ai/redaction/kinds";
import { RedactionSummary } from "./redaction-summary.tsx";

setTimeZone("Europe/Berlin");

beforeEach(() => ensureMessages("common", "assistant"));

function show(findings: readonly Finding[]) {
  render(
    <I18nProvider>
      <RedactionSummary findings={findings} />
    </I18nProvider>,
  );
}

describe("RedactionSummary", () => {
  it("counts marks by kind, and makes no claim about the rest", () => {
    show([
      { start: 0, end: 4, kind: "name" },
      { start: 9, end: 12, kind: "phone" },
      { start: 20, end: 24, kind: "name" },
    ]);
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
