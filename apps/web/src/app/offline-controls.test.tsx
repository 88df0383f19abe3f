// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { LanguageCard } from "../features/settings/language-card.tsx";
import { BoardCard } from "../features/users/board/board-card.tsx";
import { Checklist } from "../features/users/staff/checklist.tsx";
import { appState } from "../platform/app-state/app-state.store.ts";
import { OfflineBlock } from "../platform/forms/write-block.tsx";
import { ensureMessages } from "../platform/i18n/store.ts";
import { resetTestPage, show } from "../testing/show.tsx";

vi.mock("@tanstack/react-router", async (load) => ({
  ...(await load<typeof import("@tanstack/react-router")>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/users">{children}</a>,
}));

beforeAll(() => ensureMessages("common", "roles", "settings", "staff", "staff-board"));
afterEach(() => {
  resetTestPage();
  appState.setState({ online: true });
});

const item = { item: "secrecy", label: null, checkedAt: null, checkedBy: null };
const entry = {
  id: "s1",
  kind: "onboarding",
  stage: "running",
  user: {
    id: "u1",
    firstName: "Rita",
    lastName: "Beispiel",
    role: "viewer",
    department: null,
    isExternal: false,
  },
  day: "2026-11-30",
  daysLeft: 3,
  doneItems: 0,
  totalItems: 1,
  nextItem: item,
  ownerName: null,
  blocked: false,
};

/** Controls that act without a submit button: the part that contains them, and the control. */
const controls: Readonly<Record<string, readonly [part: ReactNode, find: () => Promise<HTMLElement>]>> = {
  "the item of a checklist": [
    <Checklist
      key=""
      organizationId="p1"
      userId="u1"
      record={{ id: "s1", kind: "onboarding", items: [item] } as never}
      readOnly={false}
    />,
    () => screen.findByRole("checkbox"),
  ],
  "a checked item of a checklist": [
    <Checklist
      key=""
      organizationId="p1"
      userId="u1"
      record={
        { id: "s1", kind: "onboarding", items: [{ ...item, checkedAt: "2026-11-02T09:00:00Z" }] } as never
      }
      readOnly={false}
    />,
    () => screen.findByRole("checkbox"),
  ],
  "the next step on the staff board": [
    <BoardCard key="" organizationId="p1" entry={entry as never} />,
    () => screen.findByRole("checkbox"),
  ],
  "the language of the account": [
    <LanguageCard key="" />,
    () => screen.findByRole("combobox", { name: /Konto/ }),
  ],
};

it.each(Object.entries(controls))(
  "see R0-191 offline, %s is disabled with the reason",
  async (_what, [part, find]) => {
    const blockedPart = <OfflineBlock>{part}</OfflineBlock>;
    show(blockedPart, []);
    expect(await find()).toHaveProperty("disabled", false);
    resetTestPage();
    appState.setState({ online: false });
    show(blockedPart, []);
    const control = await find();
    expect(control).toHaveProperty("disabled", true);
    const described = document.getElementById(control.getAttribute("aria-describedby") ?? "");
    expect((described ?? control.closest("label"))?.textContent).toContain(
      "Ohne Verbindung zum Server ist das nicht möglich",
    );
  },
);
