// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import type { AuditEntry } from "./audit.api.ts";
import { AuditDetails } from "./audit-details.tsx";

afterEach(cleanup);

const entryWith = (parts: Partial<AuditEntry>): AuditEntry => ({
  id: "01900000-0000-7000-8000-000000000001",
  seq: 7,
  time: "2030-12-31T08:40:00.000Z",
  action: "user.updated",
  outcome: "success",
  actor: { type: "user", id: null, name: null, account: null, role: null, application: null },
  target: null,
  reason: null,
  changes: null,
  request: null,
  origin: "ui",
  ...parts,
});

async function show(parts: Partial<AuditEntry>): Promise<void> {
  await ensureMessages("common", "audit", "activity", "roles");
  render(
    <I18nProvider>
      <AuditDetails entry={entryWith(parts)} onChange={vi.fn()} />
    </I18nProvider>,
  );
}

it("shows changed states and terms in words instead of their stored values", async () => {
  await show({
    changes: {
      status: { before: "active", after: "deactivated" },
      nextTerm: { before: null, after: "year" },
      department: { before: "active", after: "Labor" },
    },
  });
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  expect(rows).toEqual([
    "AngabeVorherNachher",
    "StatusAktivDeaktiviert",
    "Geplante LaufzeitleerJährlich",
    "AbteilungactiveLabor",
  ]);
});

it("shows everything technical in one place", async () => {
  await ensureMessages("rights");
  await show({
    changes: { permissions: { before: [], after: ["users:read"] } },
    request: {
      id: "anfrage-1",
      ip: null,
      userAgent: null,
      browser: null,
      system: null,
      method: "PUT",
      route: "/api/v1/users/{id}/permissions",
      sessionId: null,
    },
  });
  expect(await screen.findByText("users:read")).toBeDefined();
  const [summary, ...others] = screen.getAllByText(/^Technisch/);
  expect([summary?.textContent, others]).toEqual(["Technisch", []]);
  const technical = summary?.closest("details");
  expect(technical?.textContent).toContain("users:read");
  expect(technical?.textContent).toContain("anfrage-1");
});

it("names the application of a token, and hides a reason that is its id", async () => {
  await show({
    action: "token.created",
    target: { type: "token", id: null, name: "Kasse am Empfang", account: null },
    reason: "kasse-am-empfang password",
  });
  expect(screen.getByText("Zugriffsschlüssel").nextSibling?.textContent).toBe("Kasse am Empfang");
  expect(screen.queryByText("Begründung")).toBe(null);
});

it.each([
  ["password+totp", "Mit Passwort, Code aus der App"],
  ["emergency_code", "Mit dem Notfallcode"],
  ["second_factor in_person", "Zweiter Faktor, Persönlich geprüft"],
  ["TEMPORARY_PASSWORD_EXPIRED", "Startpasswort abgelaufen"],
  ["Auf Wunsch der Praxis", "Auf Wunsch der Praxis"],
])("shows the codes of the reason %s in words, and typed text unchanged", async (reason, words) => {
  await show({ reason });
  expect(screen.getByText("Begründung").nextElementSibling?.textContent).toBe(words);
});
