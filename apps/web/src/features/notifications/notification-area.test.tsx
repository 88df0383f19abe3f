// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages, setTimeZone } from "../../platform/i18n/store.ts";
import { closeWarning, sessionWarningStore } from "../../platform/session/times/session-warning.ts";
import { NotificationArea } from "./notification-area.tsx";
import { NotificationBell } from "./notification-bell.tsx";
import { notificationFrom } from "../../platform/notifications/notification.ts";
import { add, notify } from "../../platform/notifications/notifications.actions.ts";
import { notificationStore } from "../../platform/notifications/notifications.store.ts";

setTimeZone("Europe/Berlin");

// The bell loads its list when it is first pressed, and imports take real time.
beforeAll(async () => {
  await import("./notification-list.tsx");
});
beforeEach(async () => {
  await ensureMessages("common", "notifications");
  // Load the lazy popover before time is faked.
  await import("../../ui/overlay/popover-popup.tsx");
  vi.useFakeTimers();
  notificationStore.setState({ items: [], toasts: [] });
  render(
    <I18nProvider>
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

function notifyAll(...inputs: Parameters<typeof notify>[0][]): void {
  act(() => inputs.forEach((input) => notify(input)));
}

async function advanceTime(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

const toasts = () => [...document.querySelectorAll("[data-toasts] [data-type]")];
const items = () => notificationStore.getState().items;

describe("toasts", () => {
  it("R2.3-03 shows each notification with the icon of its type", () => {
    for (const type of ["success", "error", "warning"] as const)
      notifyAll({ type, message: type, title: type });
    expect(toasts().map((toast) => toast.getAttribute("data-type"))).toEqual(["success", "error", "warning"]);
    const iconOf = (toast: Element) => toast.querySelector("svg")?.innerHTML;
    const icons = toasts().map(iconOf);
    act(() => notificationStore.setState({ items: [], toasts: [] }));
    notifyAll({ type: "info", message: "info", title: "info" });
    expect(toasts().map((toast) => toast.getAttribute("data-type"))).toEqual(["info"]);
    icons.push(...toasts().map(iconOf));
    const drawings = [CircleCheck, CircleX, TriangleAlert, Info].map((Icon) => {
      const { container } = render(<Icon />);
      return iconOf(container);
    });
    expect(new Set(drawings).size).toBe(4);
    expect(icons).toEqual(drawings);
  });

  it("shows at most three, newest last, and the next when one disappears", () => {
    notifyAll(...["a", "b", "c", "d"].map((message) => ({ type: "warning" as const, message })));
    expect(toasts().map((toast) => toast.textContent)).toEqual(["a", "b", "c"]);
    const [close] = screen.getAllByRole("button", { name: "Meldung schließen" });
    if (close) fireEvent.click(close);
    expect(toasts().map((toast) => toast.textContent)).toEqual(["b", "c", "d"]);
  });

  it("R4-41 closing removes the notification", () => {
    notifyAll({ type: "error", message: "m" });
    fireEvent.click(screen.getByRole("button", { name: "Meldung schließen" }));
    expect(items()).toEqual([]);
  });

  it("R3-62 shows a close button unless dismissible is false", () => {
    notifyAll({ type: "error", message: "m", dismissible: false });
    expect(screen.queryByRole("button", { name: "Meldung schließen" })).toBeNull();
    notifyAll({ type: "error", message: "n" });
    expect(screen.getAllByRole("button", { name: "Meldung schließen" })).toHaveLength(1);
    notifyAll({ type: "error", message: "o", dismissible: true });
    expect(screen.getAllByRole("button", { name: "Meldung schließen" })).toHaveLength(2);
  });

  it("R3-64 R4-42 runs the action of a notification and removes it", () => {
    const handler = vi.fn();
    notifyAll({ message: "Die neue Fassung ist bereit.", action: { label: "Neu laden", handler } });
    fireEvent.click(screen.getByRole("button", { name: "Neu laden" }));
    expect(handler).toHaveBeenCalledOnce();
    expect(items()).toEqual([]);
  });

  it("R3-63 calls onClick when the user clicks the text of a notification", () => {
    const onClick = vi.fn();
    notifyAll({ type: "warning", title: "T", message: "ansehen", onClick });
    fireEvent.click(screen.getByRole("button", { name: "ansehen" }));
    expect(onClick).toHaveBeenCalledOnce();
  });

  it("hides a success toast after 5 s and an info toast after 8 s, and keeps the info in the list", async () => {
    notifyAll({ type: "success", message: "gespeichert" }, { type: "info", message: "neu" });
    await advanceTime(5_000);
    expect(items().map((item) => item.message)).toEqual(["neu"]);
    await advanceTime(3_000);
    expect(toasts()).toEqual([]);
    expect(items().map((item) => item.message)).toEqual(["neu"]);
  });

  it("see R4-39 keeps a success and an error of the server in the list after their toasts have disappeared", async () => {
    act(() => {
      add(notificationFrom({ type: "success", message: "fertig" }));
      add(notificationFrom({ type: "error", message: "fehlt", dismissible: false }));
    });
    await advanceTime(5_000);
    expect(toasts().map((toast) => toast.textContent)).toEqual(["fehlt"]);
    await advanceTime(5_000);
    expect(toasts()).toEqual([]);
    expect(items().map((item) => item.message)).toEqual(["fehlt", "fertig"]);
  });

  it("see R4-39 an info toast with its own timeout stays visible for that long", async () => {
    notifyAll({ type: "info", message: "neu", timeout: 20_000 });
    await advanceTime(19_000);
    expect(toasts()).toHaveLength(1);
    await advanceTime(1_100);
    expect(items()).toEqual([]);
  });

  it("hides behind the expiry dialog on a small screen", () => {
    notifyAll({ type: "warning", message: "m" });
    const classes = () => toasts()[0]?.closest("[data-toasts]")?.classList;
    expect(classes()?.contains("max-md:hidden")).toBe(false);
    act(() => sessionWarningStore.setState({ open: true }));
    expect(classes()?.contains("max-md:hidden")).toBe(true);
    act(() => closeWarning());
    expect(classes()?.contains("max-md:hidden")).toBe(false);
  });

  it("hover pauses the timer of an info toast", async () => {
    notifyAll({ type: "info", message: "neu" });
    const toast = toasts()[0];
    if (!toast) throw new Error("no toast");
    fireEvent.pointerEnter(toast);
    await advanceTime(60_000);
    expect(toasts()).toHaveLength(1);
    fireEvent.pointerLeave(toast);
    await advanceTime(8_000);
    expect(toasts()).toEqual([]);
  });
});

describe("bell", () => {
  it("see R4-48 names the number of unread notifications and shows both parts of the list, newest first", async () => {
    const messages = ["vorgestern früh", "vorgestern spät", "erste", "zweite"];
    for (const message of messages) {
      if (message === "erste") await advanceTime(48 * 3_600_000);
      notifyAll({ type: message === "zweite" ? "error" : "warning", message });
      await advanceTime(1_000);
    }
    fireEvent.click(screen.getByRole("button", { name: "Benachrichtigungen, 4 ungelesen" }));
    await advanceTime(100);
    const entriesOf = (name: string) => within(screen.getByRole("region", { name })).getAllByRole("listitem");
    const textsOf = (name: string) =>
      entriesOf(name).map(({ textContent }) => messages.find((message) => textContent.includes(message)));
    expect(textsOf("Letzte 24 Stunden")).toEqual(["zweite", "erste"]);
    expect(textsOf("Älter")).toEqual(["vorgestern spät", "vorgestern früh"]);
    const entries = entriesOf("Letzte 24 Stunden");
    expect(within(entries[0] as HTMLElement).getByRole("img", { name: "Fehler" })).toBeTruthy();
  });

  it("see R3-65 marks displayed entries as read when the list closes", async () => {
    notifyAll({ type: "warning", message: "m" });
    const bell = () => screen.getByRole("button", { name: "Benachrichtigungen, 1 ungelesen" });
    fireEvent.click(bell());
    await advanceTime(100);
    fireEvent.click(bell());
    await advanceTime(100);
    expect(items()[0]?.read).toBe(true);
    expect(screen.getByRole("button", { name: "Benachrichtigungen" })).toBeTruthy();
  });

  async function openList(): Promise<HTMLElement> {
    fireEvent.click(screen.getByRole("button", { name: /^Benachrichtigungen/ }));
    await advanceTime(100);
    return screen.getByRole("dialog", { name: "Benachrichtigungen" });
  }

  it("R4-41 see R3-62 an entry is closed by its button, unless it is not dismissible", async () => {
    notifyAll({ type: "warning", title: "Fest", message: "a", dismissible: false });
    notifyAll({ type: "warning", title: "Lose", message: "b" });
    const list = within(await openList());
    const [close, ...others] = list.getAllByRole("button", { name: /^Meldung schließen: / });
    expect(others).toEqual([]);
    expect(close?.getAttribute("aria-label")).toBe("Meldung schließen: Lose");
    if (close) fireEvent.click(close);
    expect(items().map((item) => item.title)).toEqual(["Fest"]);
  });

  it("R3-63 R3-64 R4-42 an entry calls onClick when clicked, and its action runs and removes it", async () => {
    const [onClick, handler] = [vi.fn(), vi.fn()];
    notifyAll({ type: "warning", message: "ansehen", onClick, action: { label: "Neu laden", handler } });
    const list = within(await openList());
    fireEvent.click(list.getByRole("button", { name: "ansehen" }));
    expect(onClick).toHaveBeenCalledOnce();
    expect(items()[0]?.read).toBe(true);
    fireEvent.click(list.getByRole("button", { name: "Neu laden" }));
    expect(handler).toHaveBeenCalledOnce();
    expect(items()).toEqual([]);
  });

  it("R4-47 separates entries of the last 24 hours from older ones, and clears all at once", async () => {
    notifyAll({ type: "warning", message: "alt" });
    await advanceTime(24 * 3_600_000 + 1);
    notifyAll({ type: "warning", message: "neu" });
    const list = within(await openList());
    expect(list.getByRole("region", { name: "Letzte 24 Stunden" }).textContent).toContain("neu");
    expect(list.getByRole("region", { name: "Letzte 24 Stunden" }).textContent).not.toContain("alt");
    expect(list.getByRole("region", { name: "Älter" }).textContent).toContain("alt");
    fireEvent.click(list.getByRole("button", { name: "Alle entfernen" }));
    expect(items()).toEqual([]);
    expect(localStorage.getItem("notifications")).toBe("[]");
  });

  it("shows an empty state", async () => {
    fireEvent.click(screen.getByRole("button", { name: "Benachrichtigungen" }));
    await advanceTime(100);
    expect(screen.getByText("Keine Benachrichtigungen")).toBeTruthy();
  });
});
