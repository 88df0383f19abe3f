// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { positionBeside } from "./tooltip-position.ts";
import { Tooltip, tooltipPopup } from "./tooltip.tsx";

beforeAll(async () => {
  await tooltipPopup.load();
});
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
  return { button: screen.getByRole("button"), focused, popup: () => screen.queryByText("Speichert alles") };
}

const advanceTime = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

describe("Tooltip", () => {
  it("appears on hover, stays while the pointer is over it and disappears afterwards", () => {
    const { button, popup } = show();
    fireEvent.pointerEnter(button, { pointerType: "mouse" });
    advanceTime(399);
    expect(popup()).toBeNull();
    advanceTime(1);
    expect(popup()?.getAttribute("aria-hidden")).toBe("true");
    fireEvent.pointerLeave(button);
    fireEvent.pointerEnter(popup() ?? button);
    advanceTime(1_000);
    expect(popup()).not.toBeNull();
    fireEvent.pointerLeave(popup() ?? button);
    advanceTime(1_000);
    expect(popup()).toBeNull();
  });

  it("appears at once on keyboard focus, even for elements with their own handler, and closes on Escape", () => {
    const { button, focused, popup } = show();
    act(() => button.focus());
    expect(focused).toHaveBeenCalledTimes(1);
    expect(popup()).not.toBeNull();
    fireEvent.keyDown(button, { key: "Escape" });
    expect(popup()).toBeNull();
  });

  it("disappears on Tab although the pointer is over the button", () => {
    const { button, popup } = show();
    fireEvent.pointerEnter(button, { pointerType: "mouse" });
    advanceTime(400);
    expect(popup()).not.toBeNull();
    fireEvent.keyDown(button, { key: "Tab" });
    expect(popup()).toBeNull();
  });

  it("disappears on click and never appears on touch", () => {
    const { button, popup } = show();
    fireEvent.pointerEnter(button, { pointerType: "mouse" });
    advanceTime(400);
    fireEvent.pointerDown(button);
    expect(popup()).toBeNull();
    fireEvent.pointerEnter(button, { pointerType: "touch" });
    advanceTime(1_000);
    expect(popup()).toBeNull();
  });
});

describe("positionBeside", () => {
  const view = { width: 400, height: 300 };
  const size = { width: 100, height: 20 };
  const anchor = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 });

  it("is centered on the requested side", () => {
    expect(positionBeside("top", anchor(180, 100), size, view)).toEqual({ left: 150, top: 74 });
    expect(positionBeside("right", anchor(180, 100), size, view)).toEqual({ left: 226, top: 110 });
  });

  it("flips where there is no space, and stays inside the window", () => {
    expect(positionBeside("top", anchor(180, 4), size, view).top).toBe(50);
    expect(positionBeside("right", anchor(330, 100), size, view).left).toBe(224);
    expect(positionBeside("bottom", anchor(380, 100), size, view).left).toBe(295);
    expect(positionBeside("bottom", anchor(-20, 100), size, view).left).toBe(5);
  });
});
