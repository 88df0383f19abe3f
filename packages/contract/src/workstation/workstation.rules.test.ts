import { describe, expect, it } from "vitest";
import { isSimplePin } from "./workstation.rules.ts";

describe("a PIN that is too simple", () => {
  it.each([
    ["one digit", ["000000", "777777"]],
    ["two different digits", ["112211", "191919", "110000"]],
    ["equal steps", ["123456", "456789", "789012", "654321", "246802", "975319", "036925"]],
    ["two digits three times", ["121212", "909090", "474747"]],
    ["three digits twice", ["123123", "508508"]],
    ["three pairs", ["112233", "998877", "001122", "449944", "770055"]],
    ["the same backwards", ["123321", "409904", "865568"]],
  ])("see R0-251 has %s", (_, pins) => {
    expect(pins.filter((pin) => !isSimplePin(pin))).toEqual([]);
  });

  it.each(["482916", "070590", "135797", "112358", "908172", "112234", "123312"])(
    "see R0-251 is not %s",
    (pin) => {
      expect(isSimplePin(pin)).toBe(false);
    },
  );
});
