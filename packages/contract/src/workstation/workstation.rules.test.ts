import { describe, expect, it } from "vitest";
import { isSimplePin } from "./workstation.rules.ts";

describe("a PIN that is too simple", () => {
  it.each([
    "000000",
    "777777",
    "112211",
    "123456",
    "456789",
    "789012",
    "654321",
    "246802",
    "121212",
    "123123",
  ])("see R0-251 is %s", (pin) => {
    expect(isSimplePin(pin)).toBe(true);
  });

  it.each(["482916", "070590", "135797", "112358", "908172"])("see R0-251 is not %s", (pin) => {
    expect(isSimplePin(pin)).toBe(false);
  });
});
