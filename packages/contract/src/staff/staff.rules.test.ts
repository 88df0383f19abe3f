import { describe, expect, it } from "vitest";
import { isPhysicianNumber } from "./staff.rules.ts";

describe("the physician number", () => {
  it("see R1-11 has the format of its country with a valid check digit", () => {
    expect(isPhysicianNumber("DE", "362364901")).toBe(true);
    for (const wrong of ["362364801", "36236490", "3623649010", "36236490A"]) {
      expect([wrong, isPhysicianNumber("DE", wrong)]).toEqual([wrong, false]);
    }
    expect(isPhysicianNumber("AT", "123456")).toBe(true);
    expect(isPhysicianNumber("AT", "12345")).toBe(false);
    expect(isPhysicianNumber("CH", "7601000000002")).toBe(true);
    expect(isPhysicianNumber("CH", "7601000000003")).toBe(false);
  });
});
