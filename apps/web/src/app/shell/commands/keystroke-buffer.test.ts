// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { startKeystrokeBuffer, takeKeystrokeBuffer } from "./keystroke-buffer.ts";

const pageKeys: string[] = [];
const page = (event: KeyboardEvent) => void pageKeys.push(event.key);

afterEach(() => {
  takeKeystrokeBuffer();
  document.body.removeEventListener("keydown", page);
  pageKeys.length = 0;
});

function pressKey(key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
  document.body.dispatchEvent(event);
  return event;
}

function type(...keys: string[]): void {
  for (const key of keys) pressKey(key);
}

describe("keystroke buffer", () => {
  it("see R2.3-13 buffers characters, even beyond ASCII, and deletions", () => {
    startKeystrokeBuffer(vi.fn());
    type("M", "ü", "x", "Backspace", " ", "😀", "Backspace", "1", "Shift", "Tab", "ArrowDown");
    expect(takeKeystrokeBuffer()).toEqual({ text: "Mü 1", enter: false });
    expect(takeKeystrokeBuffer()).toEqual({ text: "", enter: false });
  });

  it("see R2.3-13 buffers Enter, and AltGr characters", () => {
    startKeystrokeBuffer(vi.fn());
    pressKey("@", { ctrlKey: true, altKey: true, modifierAltGraph: true });
    pressKey("Enter");
    expect(takeKeystrokeBuffer()).toEqual({ text: "@", enter: true });
  });

  it("see R2.3-13 hides keys from the page, but not browser shortcuts", () => {
    document.body.addEventListener("keydown", page);
    startKeystrokeBuffer(vi.fn());
    expect(pressKey("a").defaultPrevented).toBe(true);
    expect(pressKey("r", { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(pressKey("F5").defaultPrevented).toBe(false);
    expect(pageKeys).toEqual(["r", "F5"]);
    takeKeystrokeBuffer();
    expect(pressKey("b").defaultPrevented).toBe(false);
    expect(pageKeys).toEqual(["r", "F5", "b"]);
  });

  it("see R2.3-13 ends on Escape, which cancels the dialog", () => {
    const onEscape = vi.fn();
    startKeystrokeBuffer(onEscape);
    type("a", "Escape");
    expect(onEscape).toHaveBeenCalledOnce();
    expect(pressKey("b").defaultPrevented).toBe(false);
    expect(takeKeystrokeBuffer().text).toBe("");
  });

  it("see R2.3-13 ends on a pointer press", () => {
    startKeystrokeBuffer(vi.fn());
    document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(pressKey("b").defaultPrevented).toBe(false);
  });
});
