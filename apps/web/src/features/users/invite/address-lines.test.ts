import { expect, it } from "vitest";
import { readAddressLines } from "./address-lines.ts";

it("R5-42 addresses are parsed one per line, with their line numbers", () => {
  expect(readAddressLines("  a@example.org\r\n\nb@example.org \rc d, e@example.org\n")).toEqual([
    { line: 1, address: "a@example.org" },
    { line: 3, address: "b@example.org" },
    { line: 4, address: "c d, e@example.org" },
  ]);
});

it("R5-42 a duplicate address is returned once, and empty input yields no lines", () => {
  expect(readAddressLines("A@example.org\na@Example.org")).toEqual([{ line: 1, address: "A@example.org" }]);
  expect(readAddressLines(" \n\t\n")).toEqual([]);
});
