import { describe, expect, it, vi } from "vitest";
import { CallerCache } from "./caller-cache.ts";
import type { CallerRow } from "./session-rules.ts";

const rowOf = (person: string) => ({ person_id: person }) as CallerRow;

describe("the caller cache", () => {
  it("returns a row for its key only", () => {
    const cache = new CallerCache();
    const row = rowOf("anna");
    cache.set("key", row, cache.epoch);
    expect(cache.get("key")).toBe(row);
    expect(cache.get("other")).toBeUndefined();
  });

  it("see R6-50 drops every row of the person and keeps all others", () => {
    const cache = new CallerCache();
    for (const key of ["a1", "a2", "a3"]) cache.set(key, rowOf("anna"), cache.epoch);
    cache.set("b1", rowOf("bert"), cache.epoch);
    cache.forgetPerson("anna");
    expect(["a1", "a2", "a3", "b1"].map((key) => cache.get(key)?.person_id)).toEqual([
      undefined,
      undefined,
      undefined,
      "bert",
    ]);
  });

  it("see R6-50 drops a row even if its key was stored twice", () => {
    const cache = new CallerCache();
    cache.set("a1", rowOf("anna"), cache.epoch);
    cache.set("a1", rowOf("anna"), cache.epoch);
    cache.forgetPerson("anna");
    expect(cache.get("a1")).toBeUndefined();
    cache.set("a1", rowOf("anna"), cache.epoch);
    cache.forgetPerson("anna");
    expect(cache.get("a1")).toBeUndefined();
  });

  it("see R6-50 does not store a read that began before a change", () => {
    const cache = new CallerCache();
    const { epoch } = cache;
    cache.forgetPerson("anna");
    cache.set("a1", rowOf("anna"), epoch);
    expect(cache.get("a1")).toBeUndefined();
    const before = cache.epoch;
    cache.forgetAll();
    cache.set("b1", rowOf("bert"), before);
    expect(cache.get("b1")).toBeUndefined();
  });

  it("drops everything after a gap in the bus", () => {
    const cache = new CallerCache();
    cache.set("a1", rowOf("anna"), cache.epoch);
    cache.set("b1", rowOf("bert"), cache.epoch);
    cache.forgetAll();
    expect([cache.get("a1"), cache.get("b1")]).toEqual([undefined, undefined]);
  });

  it("see R6-50 keeps no row longer than a second", async () => {
    // Only the mocked clock changes the age; for the cache, real time does not pass.
    const clock = vi.spyOn(performance, "now").mockReturnValue(10_000);
    const cache = new CallerCache();
    cache.set("a1", rowOf("anna"), cache.epoch);
    cache.set("b1", rowOf("bert"), cache.epoch);
    clock.mockReturnValue(11_000);
    expect(cache.get("a1")).toBeDefined();
    clock.mockReturnValue(11_001);
    await expect.poll(() => cache.get("b1")).toBeUndefined();
    expect(cache.get("a1")).toBeUndefined();
  });
});
