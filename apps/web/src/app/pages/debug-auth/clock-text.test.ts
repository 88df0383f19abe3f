import { expect, it } from "vitest";
import { clockText } from "./clock-text.ts";

it.each([
  [-1, "0:00"],
  [999, "0:00"],
  [59_999, "0:59"],
  [60_000, "1:00"],
  [599_000, "9:59"],
  [3_600_000, "1:00:00"],
  [86_399_000, "23:59:59"],
])("see R2.1-02 formats %d ms as %s", (ms, text) => {
  expect(clockText(ms)).toBe(text);
});
