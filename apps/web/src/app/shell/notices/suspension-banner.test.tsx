// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { SuspensionBanner } from "./suspension-banner.tsx";

beforeEach(() => ensureMessages("common", "organization-notice"));
afterEach(() => {
  cleanup();
  document.head.replaceChildren();
});

function show(isPlatform: boolean, imprintUrl: string | null, reason: string | null = null) {
  const meta = document.createElement("meta");
  meta.name = "portal-config";
  meta.content = JSON.stringify({ imprintUrl });
  document.head.replaceChildren(meta);
  const since = "2026-11-02T08:00:00Z";
  render(
    <I18nProvider>
      <SuspensionBanner
        notice={{ kind: "suspension", isReadOnly: true, reason, since, erasedFrom: null, now: 0 }}
        isPlatform={isPlatform}
      />
    </I18nProvider>,
  );
}

it("see R0-270 R0-315 names the contact for a suspension, with a link to the imprint", () => {
  show(false, "https://betreiber.example/impressum");
  expect(screen.getByRole("status").textContent).toContain(
    "Bitte wenden Sie sich an die Plattform-Administration.",
  );
  expect(screen.getByRole("link", { name: "Zum Kontakt" }).getAttribute("href")).toBe(
    "https://betreiber.example/impressum",
  );
});

it("see R0-270 R0-315 shows no link to the operator, or if there is no imprint", () => {
  show(false, null);
  expect(screen.queryByRole("link")).toBeNull();
  cleanup();
  show(true, "https://betreiber.example/impressum");
  expect(screen.queryByRole("link")).toBeNull();
});

it("see R0-270 separates the reason and its effect, with or without a full stop at the end of the reason", () => {
  for (const reason of ["Rechnung offen", "Rechnung offen."]) {
    show(false, null, reason);
    expect(screen.getByRole("status").textContent).toContain("Grund: Rechnung offen · Sie können");
    cleanup();
  }
});
