// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { fetchDouble, json, problem, type SentCall } from "../../platform/api-client/testing/fetch-double.ts";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { LockPage } from "./lock-page.tsx";

vi.mock("@tanstack/react-router", async (load) => ({
  ...(await load<typeof import("@tanstack/react-router")>()),
  useRouter: () => ({ history: {} }),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}));

beforeAll(() => ensureMessages("common", "frame", "roles", "workstation"));

const person = (number: number, name: string, locked = true) => ({
  userId: `01900000-0000-7000-8000-00000000000${number}`,
  name,
  initials: name.slice(0, 2),
  organizationName: "Musterpraxis",
  role: null,
  department: null,
  locked,
  passkey: false,
});
const ada = person(1, "Ada Muster");
const bo = person(2, "Bo Beispiel");
let people = [ada];
let isShared = false;
let isAnswering = true;
let calls: readonly SentCall[] = [];

beforeEach(() => {
  people = [ada];
  isShared = false;
  isAnswering = true;
  calls = fetchDouble(({ url }) => {
    if (!url.endsWith("/auth/workstation")) return problem(404, "NOT_FOUND");
    if (!isAnswering) return problem(403, "FORBIDDEN");
    return json({ workstation: { label: "Empfang", shared: isShared, autoLockMinutes: 5 }, people });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () =>
  render(
    <I18nProvider>
      <LockPage />
    </I18nProvider>,
  );
const unlockButton = () => screen.queryByRole("button", { name: "Entsperren" });
async function unlock(user: typeof ada): Promise<void> {
  const field = await screen.findByLabelText<HTMLInputElement>(`Passwort von ${user.name}`);
  fireEvent.change(field, { target: { value: "Muster-Passwort-1" } });
  fireEvent.click(screen.getByRole("button", { name: "Entsperren" }));
}

it("offers to sign in again when the session was ended elsewhere, and says why", async () => {
  open();
  await screen.findByLabelText("Passwort von Ada Muster");
  people = [];
  await unlock(ada);
  expect(await screen.findByRole("heading", { name: "Ihre Sitzung ist beendet" })).toBeTruthy();
  expect(screen.getByText(/abgelaufen oder wurde an anderer Stelle beendet/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Neu anmelden" }).getAttribute("href")).toBe("/login");
  expect(unlockButton()).toBeNull();
});

it("notices a session that has ended when the user returns to the page; the others can still be unlocked", async () => {
  people = [ada, bo];
  open();
  await screen.findByLabelText("Passwort von Ada Muster");
  people = [bo];
  fireEvent.focus(window);
  expect(await screen.findByText("Die Sitzung von Ada Muster ist beendet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Neu anmelden" }).getAttribute("href")).toBe("/login");
  expect(await screen.findByLabelText("Passwort von Bo Beispiel")).toBeTruthy();
  expect(unlockButton()).not.toBeNull();
});

it("keeps the typed password when the check on return fails", async () => {
  open();
  const field = await screen.findByLabelText<HTMLInputElement>("Passwort von Ada Muster");
  fireEvent.change(field, { target: { value: "Muster" } });
  isAnswering = false;
  fireEvent.focus(window);
  await waitFor(() => expect(calls).toHaveLength(2));
  isAnswering = true;
  people = [ada, bo];
  fireEvent.focus(window);
  expect(await screen.findByText("Bo Beispiel")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Passwort von Ada Muster").value).toBe("Muster");
});

it("on a shared workstation, a session that has ended offers to sign in again instead of its password", async () => {
  isShared = true;
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Mit Passwort anmelden" }));
  people = [{ ...ada, locked: false }];
  await unlock(ada);
  expect(await screen.findByText("Die Sitzung von Ada Muster ist beendet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Neu anmelden" }).getAttribute("href")).toBe("/login");
  expect(unlockButton()).toBeNull();
});
