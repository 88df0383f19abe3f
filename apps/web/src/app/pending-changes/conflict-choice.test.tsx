// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import type { PendingSync } from "../../platform/offline/pending-sync.ts";
import { ConflictChoice } from "./conflict-choice.tsx";
import { useChangeTexts } from "./use-change-texts.ts";

const [keepOwnValue, dropPendingSync] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock("../../platform/offline/pending-syncs.ts", () => ({ keepOwnValue, dropPendingSync }));

beforeAll(() => ensureMessages("common", "frame", "pending-changes"));
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

type Conflict = Extract<PendingSync, { state: "conflict" }>;

function ConflictUnderTest({ sync }: { sync: Conflict }) {
  return <ConflictChoice sync={sync} texts={useChangeTexts()(sync)} />;
}

const columns = (hidden: boolean) => [
  { id: "name", hidden: false },
  { id: "role", hidden },
];

it.each([
  ["settings.save", { isDarkMode: true }, { isDarkMode: false }, ["Darstellung", "Dunkel", "Hell"]],
  ["settings.save", { language: "en" }, { language: "de" }, ["Sprache des Kontos", "English", "Deutsch"]],
  ["profile.save", { firstName: "Mia" }, { firstName: "Mira" }, ["Vorname", "Mia", "Mira"]],
  ["profile.save", { lastName: "Muster" }, { lastName: "Probe" }, ["Nachname", "Muster", "Probe"]],
  ["profile.save", { phone: null }, { phone: "030 1" }, ["Telefon", "leer", "030 1"]],
  [
    "preferences.columns",
    { listId: "users", columns: columns(true) },
    { columns: columns(false) },
    ["Spalten von „Mitarbeitende“", "1 Spalte", "2 Spalten"],
  ],
] as const)(
  "see R0-195 a conflict of %s %j shows both values and keeps the chosen value",
  (name, data, value, texts) => {
    const [fieldName, ownText, serverText] = texts;
    const [module = "", action = ""] = name.split(".");
    const sync: Conflict = {
      id: "change",
      timestamp: Date.now(),
      userId: "user",
      organizationId: null,
      type: "update",
      module,
      action,
      data,
      entity: name,
      version: 1,
      before: null,
      state: "conflict",
      current: { version: 2, value },
    };
    render(
      <I18nProvider>
        <ConflictUnderTest sync={sync} />
      </I18nProvider>,
    );
    expect(screen.getByText(`${fieldName}: zwei verschiedene Werte`)).toBeTruthy();
    const valueBelow = (title: string) => screen.getByText(title).nextElementSibling?.textContent;
    expect([valueBelow("Meine Änderung"), valueBelow("Stand im Portal")]).toEqual([ownText, serverText]);
    fireEvent.click(screen.getByRole("button", { name: `${ownText} behalten` }));
    expect([keepOwnValue.mock.calls, dropPendingSync.mock.calls]).toEqual([[["change"]], []]);
    fireEvent.click(screen.getByRole("button", { name: `${serverText} behalten` }));
    expect([keepOwnValue.mock.calls, dropPendingSync.mock.calls]).toEqual([[["change"]], [["change"]]]);
  },
);
