// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { isRecord, localValues, readJson, valueStore } from "./browser-storage.ts";

afterEach(() => localStorage.clear());

describe("browser storage", () => {
  it("keeps values in memory that the browser refuses to store", () => {
    const refusing = valueStore(() => {
      throw new DOMException("denied", "SecurityError");
    });
    refusing.set("a", "1");
    expect(refusing.get("a")).toBe("1");
    expect(refusing.keys()).toEqual(["a"]);
    refusing.remove("a");
    expect(refusing.get("a")).toBeNull();
  });

  it.each(["not json", "[1]", "null"])("removes an invalid value: %s", (text) => {
    localStorage.setItem("k", text);
    expect(readJson(localValues, "k", isRecord)).toBeNull();
    expect(localStorage.getItem("k")).toBeNull();
  });

  it("keeps a valid value", () => {
    localStorage.setItem("k", '{"a":1}');
    expect(readJson(localValues, "k", isRecord)).toEqual({ a: 1 });
    expect(localStorage.getItem("k")).toBe('{"a":1}');
  });
});
