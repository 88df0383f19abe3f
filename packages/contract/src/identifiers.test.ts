import { describe, expect, it } from "vitest";
import { uuidSchema, uuidV7, createUuidV7Generator } from "./identifiers.ts";

describe("uuidSchema", () => {
  it("accepts a UUID of any version and converts it to lower case", () => {
    for (const version of ["1", "3", "4", "5", "6", "7", "8"]) {
      const text = `0191E5A0-1B2C-${version}DEF-8ABC-0123456789AB`;
      expect(uuidSchema.parse(text)).toBe(text.toLowerCase());
    }
  });

  it("rejects texts that are not UUIDs", () => {
    const wrong = ["", "1", "0191e5a01b2c7def8abc0123456789ab", "{0191e5a0-1b2c-7def-8abc-0123456789ab}"];
    const nearMisses = ["0191e5a0-1b2c-7def-8abc-0123456789ag", "0191e5a0-1b2c-7def-8abc-0123456789ab\n"];
    const bits = ["0191e5a0-1b2c-9def-8abc-0123456789ab", "0191e5a0-1b2c-7def-cabc-0123456789ab"];
    for (const value of [...wrong, ...nearMisses, ...bits, null, 7]) {
      expect(uuidSchema.safeParse(value).success, String(value)).toBe(false);
    }
  });
});

describe("uuidV7", () => {
  it("contains the time, version 7 and the RFC variant", () => {
    const id = createUuidV7Generator(() => 1_700_000_000_123)();
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(1_700_000_000_123);
    expect(uuidSchema.parse(uuidV7())).toHaveLength(36);
  });

  it("returns strictly ascending ids within a millisecond, beyond the counter, and after the clock steps back", () => {
    let now = 1_700_000_000_000;
    const createId = createUuidV7Generator(() => now);
    const ids = Array.from({ length: 10_000 }, createId);
    now -= 60_000;
    ids.push(...Array.from({ length: 100 }, createId));
    now += 120_000;
    ids.push(createId());
    expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? ""))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
