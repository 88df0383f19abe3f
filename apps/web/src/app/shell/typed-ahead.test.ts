// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { startTypingAhead, takeTypedAhead } from "./typed-ahead.ts";

const seen: string[] = [];
const page = (event: KeyboardEvent) => void seen.push(event.key);

afterEach(() => {
  takeTypedAhead();
  document.body.removeEventListener("keydown", page);
  seen.length = 0;
});

function press(key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
  document.body.dispatchEvent(event);
  return event;
}

function type(...keys: string[]): void {
  for (const key of keys) press(key);
}

describe("typing ahead", () => {
  it("R2.3-13 keeps characters, also beyond ASCII, and what was taken back", () => {
    startTypingAhead(vi.fn());
    type("M", "ü", "x", "Backspace", " ", "😀", "Backspace", "1", "Shift", "Tab", "ArrowDown");
    expect(takeTypedAhead()).toEqual({ text: "Mü 1", enter: false });
    expect(takeTypedAhead()).toEqual({ text: "", enter: false });
  });

  it("R2.3-13 keeps Enter, and what AltGr writes", () => {
    startTypingAhead(vi.fn());
    press("@", { ctrlKey: true, altKey: true, modifierAltGraph: true });
    press("Enter");
    expect(takeTypedAhead()).toEqual({ text: "@", enter: true });
  });

  it("R2.3-13 keeps the keys from the page, but no command of the browser", () => {
    document.body.addEventListener("keydown", page);
    startTypingAhead(vi.fn());
    expect(press("a").defaultPrevented).toBe(true);
    expect(press("r", { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(press("F5").defaultPrevented).toBe(false);
    expect(seen).toEqual(["r", "F5"]);
    takeTypedAhead();
    expect(press("b").defaultPrevented).toBe(false);
    expect(seen).toEqual(["r", "F5", "b"]);
  });

  it("R2.3-13 ends with Escape, which gives the dialog up", () => {
    const giveUp = vi.fn();
    startTypingAhead(giveUp);
    type("a", "Escape");
    expect(giveUp).toHaveBeenCalledOnce();
    expect(press("b").defaultPrevented).toBe(false);
    expect(takeTypedAhead().text).toBe("");
  });

  it("R2.3-13 ends with a press of the pointer", () => {
    startTypingAhead(vi.fn());
    document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(press("b").defaultPrevented).toBe(false);
  });
});
