import { expect, it } from "vitest";
import { TokenRatios } from "./token-ratios.ts";

it("see R7b-08 predicts the ratio that this model reported before, within plausible bounds", () => {
  const ratios = new TokenRatios();
  expect(ratios.estimate("probe", "one", 200)).toBe(200);
  ratios.observe("probe", "one", 150, 200);
  expect(ratios.estimate("probe", "one", 200)).toBe(150);
  expect(ratios.estimate("probe", "two", 200)).toBe(200);
  expect(ratios.estimate("other", "one", 200)).toBe(200);
  for (let call = 0; call < 30; call += 1) ratios.observe("probe", "one", 240, 200);
  expect(ratios.estimate("probe", "one", 1_000)).toBeGreaterThan(1_190);
  for (let call = 0; call < 50; call += 1) ratios.observe("probe", "one", 1_000_000, 1);
  expect(ratios.estimate("probe", "one", 100)).toBe(200);
  ratios.observe("probe", "two", 0, 100);
  ratios.observe("probe", "two", 100, 0);
  expect(ratios.estimate("probe", "two", 100)).toBe(100);
});
