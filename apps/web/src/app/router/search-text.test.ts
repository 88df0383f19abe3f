import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "./search-text.ts";

describe("URL query", () => {
  it("keeps digits as text and uses the first of repeated parameters", () => {
    expect(parseSearch("?search=0123&page=2&page=9")).toEqual({ search: "0123", page: "2" });
  });

  it("drops empty parameters and keeps the others", () => {
    expect(stringifySearch({ search: "Müller & Co", page: 2, role: undefined, status: "" })).toBe(
      "?search=M%C3%BCller+%26+Co&page=2",
    );
    expect(stringifySearch({})).toBe("");
  });

  it("round-trips a query", () => {
    const search = { search: "a=b&c#d %", redirect: "/users?status=locked" };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });

  it("treats names of the object prototype as ordinary parameters", () => {
    expect(parseSearch("?constructor=1").constructor).toBe("1");
  });
});
