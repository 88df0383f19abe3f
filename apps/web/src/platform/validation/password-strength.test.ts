import { describe, expect, it } from "vitest";
import { passwordStrength } from "./password-strength.ts";
import { suggestPassword } from "./suggest-password.ts";

describe("the strength of a password", () => {
  it.each([
    ["", 0],
    ["Passwort1", 1],
    ["Aaaaaaa1", 1],
    ["Abcdefgh12345678", 1],
    ["Sommer2026", 1],
    ["Sonnen-Garten-83", 3],
    ["Grüne-Tasse-Wolke-Kater-61", 4],
  ] as const)("see R5-34 of %s is %i", (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });

  it("see R5-34 is at least good for a suggested password, and repetition adds almost nothing", () => {
    for (let index = 0; index < 50; index += 1)
      expect(passwordStrength(suggestPassword())).toBeGreaterThan(2);
    expect(passwordStrength("Tasse7-Tasse7-Tasse7")).toBeLessThan(3);
  });
});
