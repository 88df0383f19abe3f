// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ToastCard, ToastStack, toastDurationMs } from "./toast.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function advanceTime(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

describe("ToastCard", () => {
  it("success toasts stay 5 s, info toasts 8 s, and warnings and errors until closed, or 10 s if not dismissible", () => {
    expect(toastDurationMs("success", true)).toBe(5_000);
    expect(toastDurationMs("info", true)).toBe(8_000);
    expect(toastDurationMs("warning", true)).toBeNull();
    expect(toastDurationMs("error", true)).toBeNull();
    expect(toastDurationMs("error", false)).toBe(10_000);
  });

  it("focus pauses its timer", () => {
    const close = vi.fn();
    render(<ToastCard type="success" title="Rolle geändert" closeLabel="Schließen" onClose={close} />);
    const button = screen.getByRole("button", { name: "Schließen" });
    advanceTime(4_000);
    fireEvent.focus(button);
    advanceTime(60_000);
    expect(close).not.toHaveBeenCalled();
    fireEvent.blur(button);
    advanceTime(1_000);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it("announces errors assertively and other toasts politely, inside a named region", () => {
    render(
      <ToastStack label="Meldungen">
        <ToastCard type="error" title="Fehler" onClose={vi.fn()} />
        <ToastCard type="info" title="Hinweis" onClose={vi.fn()} />
      </ToastStack>,
    );
    const stack = screen.getByRole("region", { name: "Meldungen" });
    // It is mounted at the body to be above a dialog's backdrop. It has aria-live, so that the dialog does not hide it.
    expect(stack.parentElement).toBe(document.body);
    expect(stack.getAttribute("aria-live")).toBe("off");
    expect(screen.getByRole("alert").textContent).toBe("Fehler");
    expect(screen.getByRole("status").textContent).toBe("Hinweis");
  });
});
