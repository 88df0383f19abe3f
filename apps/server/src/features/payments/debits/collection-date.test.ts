import { describe, expect, it } from "vitest";
import { collectionDateOf } from "./collection-date.ts";

describe("the day of a collection", () => {
  it("is the announced one, but not before the next working day", () => {
    // 27 November 2026 is a Friday.
    expect(collectionDateOf("2026-12-11", "2026-11-27")).toBe("2026-12-11");
    expect(collectionDateOf("2026-11-01", "2026-11-26")).toBe("2026-11-27");
    expect(collectionDateOf("2026-11-27", "2026-11-27")).toBe("2026-11-30");
    expect(collectionDateOf("2026-11-28", "2026-11-28")).toBe("2026-11-30");
    expect(collectionDateOf("2026-11-30", "2026-11-29")).toBe("2026-11-30");
  });
});
