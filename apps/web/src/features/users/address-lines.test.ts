import { expect, it } from "vitest";
import { readAddressLines } from "./address-lines.ts";

it("R5-42 addresses are read one per line, with the number under which each stands", () => {
  expect(readAddressLines("  a@example.org\r\n\nb@example.org \rc d, e@example.org\n")).toEqual([
    { line: 1, address: "a@example.org" },
    { line: 3, address: "b@example.org" },
    { line: 4, address: "c d, e@example.org" },
  ]);
});

it("R5-42 an address that stands there twice is invited once, and nothing makes no line", () => {
  expect(readAddressLines("A@example.org\na@Example.org")).toEqual([{ line: 1, address: "A@example.org" }]);
  expect(readAddressLines(" \n\t\n")).toEqual([]);
});
