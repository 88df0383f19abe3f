// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { problem } from "../../testing/show.tsx";
import {
  fetchDouble,
  hangingResponse,
  json,
  networkError,
} from "../../platform/api-client/testing/fetch-double.ts";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { PinForm } from "./pin-form.tsx";
import { useUnlockWait } from "./use-unlock-wait.ts";
import type { PinUser } from "./workstation.api.ts";

beforeAll(() => ensureMessages("common", "workstation"));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a PIN", () => {
  const user = { userId: "01900000-0000-7000-8000-000000000001" };

  function open(pinUser: PinUser | null = user) {
    const callbacks = { onUnavailable: vi.fn<() => void>(), onLocked: vi.fn<(message: string) => void>() };
    render(
      <I18nProvider>
        <PinForm label="PIN" user={() => pinUser} takesFocus {...callbacks} />
      </I18nProvider>,
    );
    return callbacks;
  }
  const field = () => screen.getByLabelText<HTMLInputElement>("PIN");
  const type = (pin: string) => fireEvent.change(field(), { target: { value: pin } });
  const alert = () => screen.getByRole("alert").textContent;

  it("is cleared if it is wrong, shows the remaining attempts, and the next PIN is sent", async () => {
    const calls = fetchDouble(() => problem("PIN_INCORRECT", 401, { attemptsLeft: 3 }));
    const { onLocked, onUnavailable } = open();
    type("111111");
    await waitFor(() => expect(alert()).toContain("Noch 3 Versuche"));
    expect(field().value).toBe("");
    expect(document.activeElement).toBe(field());
    expect(screen.getByText(/Neues Passwort oder neue Rolle/)).toBeTruthy();
    type("2");
    expect(alert()).toBe("");
    type("222222");
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls.map(({ body }) => body)).toEqual([
      { ...user, pin: "111111" },
      { ...user, pin: "222222" },
    ]);
    expect(onLocked).not.toHaveBeenCalled();
    expect(onUnavailable).not.toHaveBeenCalled();
  });

  it.each([
    ["after the last attempt", problem("PIN_INCORRECT", 401, { attemptsLeft: 0 }), "jetzt gesperrt"],
    ["when it is locked", problem("PIN_LOCKED", 423), "Text zu PIN_LOCKED"],
    ["when it has expired", problem("PIN_EXPIRED", 401), "Text zu PIN_EXPIRED"],
  ])("%s requires the password and shows the reason", async (_when, response, reason) => {
    fetchDouble(() => response);
    const { onLocked, onUnavailable } = open();
    type("111111");
    await waitFor(() => expect(onLocked).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(reason)));
    expect(alert()).toContain(reason);
    expect(onUnavailable).not.toHaveBeenCalled();
  });

  it("reports a workstation that is no longer shared", async () => {
    fetchDouble(() => problem("NOT_FOUND", 404));
    const { onUnavailable, onLocked } = open();
    type("111111");
    await waitFor(() => expect(onUnavailable).toHaveBeenCalledOnce());
    expect(alert()).toContain("nicht als gemeinsamen Arbeitsplatz erkannt");
    expect(onLocked).not.toHaveBeenCalled();
  });

  it("does not count as an attempt while the server cannot be reached, and can be typed again", async () => {
    fetchDouble(() => {
      throw networkError();
    });
    const { onUnavailable, onLocked } = open();
    type("111111");
    await waitFor(() => expect(alert()).toContain("Der Server ist nicht erreichbar"));
    expect(field().readOnly).toBe(false);
    expect(onLocked).not.toHaveBeenCalled();
    expect(onUnavailable).not.toHaveBeenCalled();
  });

  it("is sent once, and the keys are ignored while it is being sent", async () => {
    const calls = fetchDouble(hangingResponse);
    open();
    type("111111");
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(field().readOnly).toBe(true);
    for (const key of screen.getAllByRole("button")) fireEvent.click(key);
    expect(field().value).toBe("111111");
    expect(calls).toHaveLength(1);
  });

  it("is not sent if no user is selected", () => {
    const calls = fetchDouble(hangingResponse);
    open(null);
    type("111111");
    expect(field().value).toBe("");
    expect(calls).toEqual([]);
  });
});

describe("waiting for the unlock", () => {
  function Waiting({ onEnd }: { onEnd: (unlocked: boolean) => void }) {
    useUnlockWait("01900000-0000-7000-8000-000000000009", onEnd);
    return null;
  }
  const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

  it("continues while the server cannot be reached, and ends once with the unlock", async () => {
    vi.useFakeTimers();
    const responses = [
      () => problem("INTERNAL_ERROR", 500),
      () => json({ unlocked: false }),
      () => json({ unlocked: true }),
    ];
    const calls = fetchDouble((_call, index) => (responses[index] ?? hangingResponse)());
    const onEnd = vi.fn<(unlocked: boolean) => void>();
    render(<Waiting onEnd={onEnd} />);
    await minutes(2);
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(true);
    expect(calls).toHaveLength(3);
  });

  it("ends when the alarm has expired", async () => {
    vi.useFakeTimers();
    fetchDouble(() => json({ unlocked: false }));
    const onEnd = vi.fn<(unlocked: boolean) => void>();
    render(<Waiting onEnd={onEnd} />);
    await minutes(60);
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(false);
  });

  it("ends when the user leaves the page", async () => {
    vi.useFakeTimers();
    const calls = fetchDouble(() => json({ unlocked: false }));
    const onEnd = vi.fn<(unlocked: boolean) => void>();
    const { unmount } = render(<Waiting onEnd={onEnd} />);
    await minutes(1);
    unmount();
    const { length } = calls;
    expect(length).toBeGreaterThan(0);
    await minutes(60);
    expect(calls).toHaveLength(length);
    expect(onEnd).not.toHaveBeenCalled();
  });
});
