// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bottomBar } from "../overlay/bottom-bars.ts";
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
  it("see R9-22 R9-23 success toasts stay 5 s, info toasts 8 s, and errors until closed, or 10 s if not dismissible", () => {
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

  function openDialog(right: number, bottom: number) {
    const dialog = document.createElement("div");
    dialog.setAttribute("data-dialog", "");
    dialog.getBoundingClientRect = () => new DOMRect(right - 880, bottom - 600, 880, 600);
    const bar = document.createElement("div");
    dialog.append(bar);
    document.body.append(dialog);
    const leave = bottomBar(bar);
    return {
      dialog,
      close: () => {
        dialog.remove();
        leave?.();
      },
    };
  }

  /** Resolves once the next two frames have been drawn. */
  const nextFrames = async () => {
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise<unknown>((resolve) => requestAnimationFrame(resolve));
  };

  // jsdom has a window of 1024 × 768 px, and the stack is 324 px wide.
  const stackAt = (left: number) => () => new DOMRect(left, 744, 324, 0);

  it.each([
    ["wait while a dialog is below them", 900, 744, 0],
    ["are shown next to a dialog that ends before them", 676, 744, 1],
    ["are shown below a dialog that ends above them", 900, 592, 1],
  ])("%s", async (_title, right, bottom, shown) => {
    vi.useRealTimers();
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(stackAt(676));
    const { close } = openDialog(right, bottom);
    render(
      <ToastStack label="Meldungen">
        <ToastCard type="warning" title="Hinweis" onClose={vi.fn()} />
      </ToastStack>,
    );
    await vi.waitFor(() => expect(screen.queryAllByText("Hinweis")).toHaveLength(shown));
    close();
    await vi.waitFor(() => expect(screen.queryAllByText("Hinweis")).toHaveLength(1));
  });

  it("are measured when a dialog opens, but not when its content changes", async () => {
    vi.useRealTimers();
    const measured = vi
      .spyOn(HTMLElement.prototype, "getBoundingClientRect")
      .mockImplementation(stackAt(676));
    render(
      <ToastStack label="Meldungen">
        <ToastCard type="warning" title="Hinweis" onClose={vi.fn()} />
      </ToastStack>,
    );
    const { dialog, close } = openDialog(900, 744);
    await vi.waitFor(() => expect(screen.queryAllByText("Hinweis")).toHaveLength(0));
    await nextFrames();
    measured.mockClear();
    dialog.append(document.createElement("p"));
    await nextFrames();
    expect(measured).not.toHaveBeenCalled();
    close();
  });
});
