import { expect, it } from "vitest";
import { MessageWindow } from "./message-window.ts";
import { textFrame } from "./text-frame.ts";

it("allows at most 50 messages within any 5 s, not only within fixed windows", () => {
  const window = new MessageWindow();
  for (let n = 0; n < 49; n += 1) expect(window.allows(4_000)).toBe(true);
  expect(window.allows(6_000)).toBe(true);
  expect(window.allows(8_999)).toBe(false);
});

it("ignores messages older than 5 s", () => {
  const window = new MessageWindow();
  for (let n = 0; n < 1_000; n += 1) expect(window.allows(n * 100)).toBe(true);
});

it("builds frame headers of all three lengths", () => {
  expect([...textFrame("é")]).toEqual([0x81, 2, 0xc3, 0xa9]);
  expect([...textFrame("x".repeat(126)).subarray(0, 4)]).toEqual([0x81, 126, 0, 126]);
  expect([...textFrame("x".repeat(65_536)).subarray(0, 10)]).toEqual([0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]);
});
