import { expect, it } from "vitest";
import { csvFile } from "./csv-file.ts";

const german = { language: "de", region: "DE" } as const;
const textOf = async (file: File) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());

it("a German file has a byte order mark and semicolons, and an English file has commas", async () => {
  const lines = [
    ["Name", "Ort"],
    ["Empfang", 'Raum "1"; links'],
  ];
  expect(await textOf(csvFile("a.csv", lines, german))).toBe(
    '\u{feff}Name;Ort\r\nEmpfang;"Raum ""1""; links"\r\n',
  );
  expect(await textOf(csvFile("a.csv", lines, { language: "en", region: "DE" }))).toContain("Name,Ort\r\n");
});

it("numbers have the decimal sign of the country, no thousands separators, and a hyphen as minus sign", async () => {
  const lines = [[-1234567.89, 0.5, 12]];
  expect(await textOf(csvFile("a.csv", lines, german))).toBe("\u{feff}-1234567,89;0,5;12\r\n");
  expect(await textOf(csvFile("a.csv", lines, { language: "de", region: "CH" }))).toBe(
    "\u{feff}-1234567.89;0.5;12\r\n",
  );
  expect(await textOf(csvFile("a.csv", lines, { language: "en", region: "DE" }))).toBe(
    "\u{feff}-1234567.89,0.5,12\r\n",
  );
  expect(await textOf(csvFile("a.csv", lines, { language: "fr", region: "CH" }))).toBe(
    "\u{feff}-1234567,89;0,5;12\r\n",
  );
});

it("a cell that a spreadsheet would take for a formula starts with an apostrophe", async () => {
  const risky = ["=1+1", "+49 30", "-1", "@sum", "\u2212 1", "\u200b=1", "\uff1d1"];
  for (const value of risky) {
    expect(await textOf(csvFile("a.csv", [[value]], german))).toBe(`\u{feff}'${value}\r\n`);
  }
  expect(await textOf(csvFile("a.csv", [["\tx"]], german))).toBe("\u{feff}'\tx\r\n");
});
