// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { placeBeside } from "./tooltip-place.ts";
import { Tooltip } from "./tooltip.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show() {
  const focused = vi.fn();
  render(
    <Tooltip label="Speichert alles">
      <button onFocus={focused}>Speichern</button>
    </Tooltip>,
  );
  return { button: screen.getByRole("button"), focused, words: () => screen.queryByText("Speichert alles") };
}

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

describe("Tooltip", () => {
  it("comes when the pointer rests, stays while it is on the words and goes after it", () => {
    const { button, words } = show();
    fireEvent.pointerEnter(button, { pointerType: "mouse" });
    pass(399);
    expect(words()).toBeNull();
    pass(1);
    expect(words()?.getAttribute("aria-hidden")).toBe("true");
    fireEvent.pointerLeave(button);
    fireEvent.pointerEnter(words() ?? button);
    pass(1_000);
    expect(words()).not.toBeNull();
    fireEvent.pointerLeave(words() ?? button);
    pass(1_000);
    expect(words()).toBeNull();
  });

  it("comes at once with the keyboard's focus, also for elements with a handler of their own, and Escape closes it", () => {
    const { button, focused, words } = show();
    act(() => button.focus());
    expect(focused).toHaveBeenCalledTimes(1);
    expect(words()).not.toBeNull();
    fireEvent.keyDown(button, { key: "Escape" });
    expect(words()).toBeNull();
  });

  it("goes with the Tab key although the pointer rests on the button", () => {
    const { button, words } = show();
    fireEvent.pointerEnter(button, { pointerType: "mouse" });
    pass(400);
    expect(words()).not.toBeNull();
    fireEvent.keyDown(button, { key: "Tab" });
    expect(words()).toBeNull();
  });

  it("goes with a press and never comes for a finger", () => {
    const { button, words } = show();
    fireEvent.pointerEnter(button, { pointerType: "mouse" });
    pass(400);
    fireEvent.pointerDown(button);
    expect(words()).toBeNull();
    fireEvent.pointerEnter(button, { pointerType: "touch" });
    pass(1_000);
    expect(words()).toBeNull();
  });
});

describe("placeBeside", () => {
  const view = { width: 400, height: 300 };
  const size = { width: 100, height: 20 };
  const anchor = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 });

  it("stands on the wanted side, in the middle of it", () => {
    expect(placeBeside("top", anchor(180, 100), size, view)).toEqual({ left: 150, top: 74 });
    expect(placeBeside("right", anchor(180, 100), size, view)).toEqual({ left: 226, top: 110 });
  });

  it("changes sides where there is no room, and stays inside the window", () => {
    expect(placeBeside("top", anchor(180, 4), size, view).top).toBe(50);
    expect(placeBeside("right", anchor(330, 100), size, view).left).toBe(224);
    expect(placeBeside("bottom", anchor(380, 100), size, view).left).toBe(295);
    expect(placeBeside("bottom", anchor(-20, 100), size, view).left).toBe(5);
  });
});
