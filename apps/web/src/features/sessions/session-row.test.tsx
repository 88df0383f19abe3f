// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { SessionRow } from "./session-row.tsx";
import type { Session } from "./sessions.api.ts";

beforeAll(() => ensureMessages("common", "sessions"));
afterEach(cleanup);

const session: Session = {
  id: "01900000-0000-7000-8000-000000000001",
  current: false,
  browser: "Firefox 140",
  system: "Windows",
  address: "192.0.2.7",
  workstation: null,
  organizationId: null,
  createdAt: "2026-11-01T08:00:00Z",
  lastActiveAt: "2026-11-02T08:00:00Z",
  absoluteExpiresAt: "2026-11-02T20:00:00Z",
  rememberMe: false,
  locked: false,
  secondFactor: true,
  newDevice: false,
};

function show(changes: Partial<Session>) {
  const onEnd = vi.fn<() => void>();
  render(
    <I18nProvider>
      <ul>
        <SessionRow session={{ ...session, ...changes }} busy={false} onEnd={onEnd} />
      </ul>
    </I18nProvider>,
  );
  const text = screen.getByRole("listitem").textContent.replaceAll(/\s/g, " ");
  return { onEnd, text };
}

it.each([
  ["Firefox 140 unter Windows", {}],
  ["Firefox 140", { system: null }],
  ["Windows", { browser: null }],
  ["Unbekanntes Programm", { browser: null, system: null }],
])("the button that ends a session on “%s” names the device", (device, changes) => {
  const { onEnd } = show(changes);
  fireEvent.click(screen.getByRole("button", { name: `${device} abmelden` }));
  expect(onEnd).toHaveBeenCalledOnce();
});

it("the current session has no button, no last activity, and is not marked as new", () => {
  const { text } = show({ current: true, newDevice: true });
  expect(screen.queryByRole("button")).toBeNull();
  expect(text).toContain("Dieses Gerät");
  expect(text).not.toContain("Neues Gerät");
  expect(text).not.toContain("Zuletzt aktiv");
});

it("another session shows its known details and omits unknown ones", () => {
  const workstation = { id: session.id, label: "Empfang", shared: true };
  const { text } = show({ newDevice: true, locked: true, workstation });
  for (const part of [
    "Neues Gerät",
    "Gesperrt",
    "Zuletzt aktiv",
    "IP-Adresse 192.0.2.7",
    "Arbeitsplatz Empfang",
    "Gemeinsamer Arbeitsplatz",
  ])
    expect(text).toContain(part);
  cleanup();
  const unnamed = show({ address: null, workstation: { ...workstation, label: null, shared: false } });
  expect(unnamed.text).not.toMatch(/IP-Adresse|Arbeitsplatz|null/);
});
