// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { closeWarning, sessionWarningStore } from "../../platform/session/session-warning.ts";
import { NotificationArea } from "./notification-area.tsx";
import { NotificationBell } from "./notification-bell.tsx";
import { notify } from "./notifications.actions.ts";
import { notificationStore } from "./notifications.store.ts";

beforeEach(async () => {
  await ensureMessages("common", "notifications");
  // Load the lazy popover before time is faked.
  await import("../../ui/opened-popover.tsx");
  vi.useFakeTimers();
  notificationStore.setState({ items: [], toasts: [] });
  render(
    <I18nProvider timeZone="Europe/Berlin">
      <NotificationArea />
      <NotificationBell />
    </I18nProvider>,
  );
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
});

function raise(...inputs: Parameters<typeof notify>[0][]): void {
  act(() => inputs.forEach((input) => notify(input)));
}

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

const toasts = () => [...document.querySelectorAll("[data-toasts] [data-type]")];
const items = () => notificationStore.getState().items;

describe("toasts", () => {
  it("R2.3-02 R2.3-03 shows each notification with the icon of its type", () => {
    for (const type of ["success", "error", "warning"] as const) raise({ type, message: type, title: type });
    expect(toasts().map((toast) => toast.getAttribute("data-type"))).toEqual(["success", "error", "warning"]);
    const icons = new Set(toasts().map((toast) => toast.querySelector("svg")?.innerHTML));
    expect(icons.size).toBe(3);
  });

  it("shows at most three, newest below; the next one when one leaves", () => {
    raise(...["a", "b", "c", "d"].map((message) => ({ type: "warning" as const, message })));
    expect(toasts().map((toast) => toast.textContent)).toEqual(["a", "b", "c"]);
    const [close] = screen.getAllByRole("button", { name: "Meldung schließen" });
    if (close) fireEvent.click(close);
    expect(toasts().map((toast) => toast.textContent)).toEqual(["b", "c", "d"]);
  });

  it("R4-41 closing removes the notification", () => {
    raise({ type: "error", message: "m" });
    fireEvent.click(screen.getByRole("button", { name: "Meldung schließen" }));
    expect(items()).toEqual([]);
  });

  it("R3-62 has no close button only when dismissible is false", () => {
    raise({ type: "error", message: "m", dismissible: false });
    expect(screen.queryByRole("button", { name: "Meldung schließen" })).toBeNull();
  });

  it("R3-64 R4-42 its action runs and removes it", () => {
    const handler = vi.fn();
    raise({ message: "Die neue Fassung ist bereit.", action: { label: "Neu laden", handler } });
    fireEvent.click(screen.getByRole("button", { name: "Neu laden" }));
    expect(handler).toHaveBeenCalledOnce();
    expect(items()).toEqual([]);
  });

  it("R3-63 a click on its text calls onClick", () => {
    const onClick = vi.fn();
    raise({ type: "warning", title: "T", message: "ansehen", onClick });
    fireEvent.click(screen.getByRole("button", { name: "ansehen" }));
    expect(onClick).toHaveBeenCalledOnce();
  });

  it("a success is gone after 5 s, a piece of information leaves the screen after 8 s and stays in the list", async () => {
    raise({ type: "success", message: "gespeichert" }, { type: "info", message: "neu" });
    await pass(5_000);
    expect(items().map((item) => item.message)).toEqual(["neu"]);
    await pass(3_000);
    expect(toasts()).toEqual([]);
    expect(items().map((item) => item.message)).toEqual(["neu"]);
  });

  it("R4-39 a timeout of its own decides how long a piece of information stays on the screen", async () => {
    raise({ type: "info", message: "neu", timeout: 20_000 });
    await pass(19_000);
    expect(toasts()).toHaveLength(1);
    await pass(1_100);
    expect(items()).toEqual([]);
  });

  it("gives way to the expiry dialog on a small screen", () => {
    raise({ type: "warning", message: "m" });
    const classes = () => toasts()[0]?.closest("[data-toasts]")?.classList;
    expect(classes()?.contains("max-md:hidden")).toBe(false);
    act(() => sessionWarningStore.setState({ open: true }));
    expect(classes()?.contains("max-md:hidden")).toBe(true);
    act(() => closeWarning());
    expect(classes()?.contains("max-md:hidden")).toBe(false);
  });

  it("hover stops the clock of a piece of information", async () => {
    raise({ type: "info", message: "neu" });
    const toast = toasts()[0];
    if (!toast) throw new Error("no toast");
    fireEvent.pointerEnter(toast);
    await pass(60_000);
    expect(toasts()).toHaveLength(1);
    fireEvent.pointerLeave(toast);
    await pass(8_000);
    expect(toasts()).toEqual([]);
  });
});

describe("bell", () => {
  it("names the number of unread notifications and shows the list, newest first", async () => {
    raise({ type: "warning", message: "erste" });
    await pass(1_000);
    raise({ type: "error", message: "zweite" });
    fireEvent.click(screen.getByRole("button", { name: "Benachrichtigungen, 2 ungelesen" }));
    await pass(100);
    const entries = within(screen.getByRole("region", { name: "Letzte 24 Stunden" })).getAllByRole(
      "listitem",
    );
    expect(entries.map((entry) => entry.textContent?.includes("zweite"))).toEqual([true, false]);
    expect(within(entries[0] as HTMLElement).getByRole("img", { name: "Fehler" })).toBeTruthy();
  });

  it("R3-65 counts as read what was seen, once the list is closed", async () => {
    raise({ type: "warning", message: "m" });
    const bell = () => screen.getByRole("button", { name: "Benachrichtigungen, 1 ungelesen" });
    fireEvent.click(bell());
    await pass(100);
    fireEvent.click(bell());
    await pass(100);
    expect(items()[0]?.read).toBe(true);
    expect(screen.getByRole("button", { name: "Benachrichtigungen" })).toBeTruthy();
  });

  async function openList(): Promise<HTMLElement> {
    fireEvent.click(screen.getByRole("button", { name: /^Benachrichtigungen/ }));
    await pass(100);
    return screen.getByRole("dialog", { name: "Benachrichtigungen" });
  }

  it("R4-41 R3-62 an entry is closed by its button, unless it may not be closed", async () => {
    raise({ type: "warning", title: "Fest", message: "a", dismissible: false });
    raise({ type: "warning", title: "Lose", message: "b" });
    const list = within(await openList());
    const [close, ...others] = list.getAllByRole("button", { name: /^Meldung schließen: / });
    expect(others).toEqual([]);
    expect(close?.getAttribute("aria-label")).toBe("Meldung schließen: Lose");
    if (close) fireEvent.click(close);
    expect(items().map((item) => item.title)).toEqual(["Fest"]);
  });

  it("R3-63 R3-64 R4-42 an entry is clicked, and its action runs and removes it", async () => {
    const [onClick, handler] = [vi.fn(), vi.fn()];
    raise({ type: "warning", message: "ansehen", onClick, action: { label: "Neu laden", handler } });
    const list = within(await openList());
    fireEvent.click(list.getByRole("button", { name: "ansehen" }));
    expect(onClick).toHaveBeenCalledOnce();
    expect(items()[0]?.read).toBe(true);
    fireEvent.click(list.getByRole("button", { name: "Neu laden" }));
    expect(handler).toHaveBeenCalledOnce();
    expect(items()).toEqual([]);
  });

  it("R4-47 shows those of the last 24 hours apart from the older ones, and removes all at once", async () => {
    raise({ type: "warning", message: "alt" });
    await pass(24 * 3_600_000 + 1);
    raise({ type: "warning", message: "neu" });
    const list = within(await openList());
    expect(list.getByRole("region", { name: "Letzte 24 Stunden" }).textContent).toContain("neu");
    expect(list.getByRole("region", { name: "Letzte 24 Stunden" }).textContent).not.toContain("alt");
    expect(list.getByRole("region", { name: "Älter" }).textContent).toContain("alt");
    fireEvent.click(list.getByRole("button", { name: "Alle entfernen" }));
    expect(items()).toEqual([]);
    expect(localStorage.getItem("notifications")).toBe("[]");
  });

  it("says that there is nothing", async () => {
    fireEvent.click(screen.getByRole("button", { name: "Benachrichtigungen" }));
    await pass(100);
    expect(screen.getByText("Keine Benachrichtigungen")).toBeTruthy();
  });
});
