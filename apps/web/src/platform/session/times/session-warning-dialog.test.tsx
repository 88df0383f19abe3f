// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { appState, initialAppState } from "../../app-state/app-state.store.ts";
import { empty, json, problem } from "../../api-client/testing/fetch-double.ts";
import { I18nProvider } from "../../i18n/i18n-provider.tsx";
import { ensureMessages } from "../../i18n/store.ts";
import { notificationStore } from "../../notifications/notifications.store.ts";
import { registerSignOutDialog, signOutConfirmation } from "../../offline/confirm-sign-out.ts";
import { SessionWarningDialog } from "./session-warning-dialog.tsx";
import { isWarningOpen, openWarning } from "./session-warning.ts";
import { refreshResponse } from "../testing/session-responses.ts";
import { countOf, createSessionTestContext, signInForTest } from "../testing/session-world.ts";
import type { SessionTestContext } from "../testing/session-world.ts";

let context: SessionTestContext;

beforeEach(async () => {
  await ensureMessages("common", "session");
  context = createSessionTestContext({ logout: () => empty(), refresh: () => json(refreshResponse()) });
  await signInForTest();
  notificationStore.setState({ items: [], toasts: [] });
  render(
    <I18nProvider>
      <SessionWarningDialog />
    </I18nProvider>,
  );
});

afterEach(() => {
  cleanup();
  context.end();
});

function warn(leftMs: number): void {
  act(() => openWarning(leftMs));
}

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

describe("session warning dialog", () => {
  it("shows nothing until a warning is due", () => {
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("R4-31 R4-33 shows minutes and counts down each second", async () => {
    warn(300_000);
    expect(screen.getByRole("alertdialog", { name: "Ihre Sitzung läuft ab" })).toBeTruthy();
    expect(screen.getByText("5:00")).toBeTruthy();
    expect(screen.getByText("Minuten")).toBeTruthy();
    expect(screen.getByText("Noch 5 Minuten bis zur Abmeldung")).toBeTruthy();
    await pass(28_000);
    expect(screen.getByText("4:32")).toBeTruthy();
    await pass(152_000);
    expect(screen.getByText("Noch 2 Minuten bis zur Abmeldung")).toBeTruthy();
  });

  it("R4-34 shows seconds in the last minute", async () => {
    warn(61_000);
    expect(screen.getByText("1:01")).toBeTruthy();
    await pass(1_000);
    expect(screen.getByText("1:00")).toBeTruthy();
    expect(screen.getByText("Minuten")).toBeTruthy();
    expect(screen.getByText("Noch 1 Minute bis zur Abmeldung")).toBeTruthy();
    await pass(1_000);
    expect(screen.getByText("59")).toBeTruthy();
    expect(screen.getByText("Sekunden")).toBeTruthy();
    await pass(29_000);
    expect(screen.getByText("Noch 30 Sekunden bis zur Abmeldung")).toBeTruthy();
  });

  it("see R4-32 draws a ring of radius 54 in a box of 120 px that empties", async () => {
    warn(200_000);
    const ring = document.querySelector("[data-ring]");
    expect(ring?.getAttribute("r")).toBe("54");
    expect(ring?.closest("svg")?.getAttribute("viewBox")).toBe("0 0 120 120");
    const full = ring?.getAttribute("stroke-dasharray");
    await pass(100_000);
    const half = Number(ring?.getAttribute("stroke-dasharray")?.split(" ")[0]);
    expect(half).toBeCloseTo(Number(full?.split(" ")[0]) / 2, 5);
  });

  it("puts the focus on Sitzung verlängern", async () => {
    warn(300_000);
    await pass(100);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Sitzung verlängern" }));
  });

  it("R4-35 Sitzung verlängern refreshes the token and closes the dialog", async () => {
    warn(300_000);
    fireEvent.click(screen.getByRole("button", { name: "Sitzung verlängern" }));
    await pass(0);
    expect(localStorage.getItem("accessToken")).toBe("renewed");
    expect(isWarningOpen()).toBe(false);
  });

  it.each([
    ["success", () => empty()],
    ["warning", () => problem(500, "INTERNAL_ERROR")],
  ] as const)("R4-36 see R8-21 R8-22 Abmelden logs out and shows a %s", async (type, response) => {
    context.responses["logout"] = response;
    warn(300_000);
    fireEvent.click(screen.getByRole("button", { name: "Abmelden" }));
    await pass(0);
    expect(countOf(context.calls, "logout")).toBe(1);
    expect(localStorage.getItem("accessToken")).toBeNull();
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("logout");
    expect(notificationStore.getState().items).toMatchObject([{ type }]);
  });

  it("see R0-200 Abmelden asks about unsent changes first", async () => {
    const forget = registerSignOutDialog();
    appState.setState({ online: false, pendingSyncCount: 1 });
    warn(300_000);
    for (const mayLeave of [false, true]) {
      fireEvent.click(screen.getByRole("button", { name: "Abmelden" }));
      await vi.waitFor(() => expect(signOutConfirmation.getState().answer).not.toBeNull());
      expect(countOf(context.calls, "logout")).toBe(0);
      signOutConfirmation.getState().answer?.(mayLeave);
      await pass(0);
      expect(countOf(context.calls, "logout")).toBe(mayLeave ? 1 : 0);
    }
    forget();
    appState.setState(initialAppState, true);
  });

  it("R4-38 neither a click on the backdrop nor Escape closes it", async () => {
    warn(300_000);
    await pass(100);
    const backdrop = document.querySelector(".bg-scrim");
    if (!backdrop) throw new Error("the dialog has no backdrop");
    for (const target of [backdrop, document.body]) {
      fireEvent.pointerDown(target);
      fireEvent.mouseDown(target);
      fireEvent.click(target);
    }
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    await pass(1_000);
    expect(screen.getByRole("alertdialog")).toBeTruthy();
    expect(countOf(context.calls, "refresh") + countOf(context.calls, "logout")).toBe(0);
  });

  it("see R8-26 shows 'Sitzung konnte nicht verlängert werden' and stays open", async () => {
    context.responses["refresh"] = () => problem(500, "INTERNAL_ERROR");
    warn(300_000);
    fireEvent.click(screen.getByRole("button", { name: "Sitzung verlängern" }));
    await pass(0);
    expect(screen.getByText(/Sitzung konnte nicht verlängert werden/)).toBeTruthy();
    expect(screen.getByRole("alertdialog")).toBeTruthy();
  });

  it("shows while offline that it will retry", async () => {
    appState.setState({ online: false });
    warn(300_000);
    fireEvent.click(screen.getByRole("button", { name: "Sitzung verlängern" }));
    await pass(0);
    expect(screen.getByText(/sobald Sie wieder online sind/)).toBeTruthy();
  });
});
