import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "./search-text.ts";

describe("query of an address", () => {
  it("keeps digits as text and takes the first of a repeated name", () => {
    expect(parseSearch("?search=0123&page=2&page=9")).toEqual({ search: "0123", page: "2" });
  });

  it("drops what is empty, keeps what is not", () => {
    expect(stringifySearch({ search: "Müller & Co", page: 2, role: undefined, status: "" })).toBe(
      "?search=M%C3%BCller+%26+Co&page=2",
    );
    expect(stringifySearch({})).toBe("");
  });

  it("gives back what it was given", () => {
    const search = { search: "a=b&c#d %", redirect: "/users?status=locked" };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });

  it("is not fooled by names of the object prototype", () => {
    expect(parseSearch("?constructor=1").constructor).toBe("1");
  });
});
