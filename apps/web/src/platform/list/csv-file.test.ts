import { expect, it } from "vitest";
import { csvFile } from "./csv-file.ts";

const textOf = async (file: File) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());

it("a German file has a byte order mark and semicolons, and an English file has commas", async () => {
  const lines = [
    ["Name", "Ort"],
    ["Empfang", 'Raum "1"; links'],
  ];
  expect(await textOf(csvFile("a.csv", lines, "de"))).toBe(
    '\u{feff}Name;Ort\r\nEmpfang;"Raum ""1""; links"\r\n',
  );
  expect(await textOf(csvFile("a.csv", lines, "en"))).toContain("Name,Ort\r\n");
});

it("a negative amount has a hyphen, as in the server's exports", async () => {
  const lines = [["\u2212129,00 €", "CHF\u2212129.00", "\u2212€129.00", "1 \u2212 2"]];
  expect(await textOf(csvFile("a.csv", lines, "de"))).toBe(
    "\u{feff}\"'-129,00 €\";CHF-129.00;'-€129.00;1 \u2212 2\r\n",
  );
});

it("a cell that a spreadsheet would take for a formula starts with an apostrophe", async () => {
  const risky = ["=1+1", "+49 30", "-1", "@sum", "\u2212 1", "\u200b=1", "\uff1d1"];
  for (const value of risky) {
    expect(await textOf(csvFile("a.csv", [[value]], "de"))).toBe(`\u{feff}'${value}\r\n`);
  }
  expect(await textOf(csvFile("a.csv", [["\tx"]], "de"))).toBe("\u{feff}'\tx\r\n");
});
