import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeGdtPatient } from "./decode-gdt.ts";
import { encodeGdtPatient } from "./encode-gdt.ts";
import { charactersOf, type GdtCharset } from "./gdt-charsets.ts";
import { GdtError, type GdtErrorCode } from "./gdt-error.ts";
import type { GdtPatient } from "./gdt-record.ts";

const charsets = ["7-bit", "cp437", "cp1252"] as const;

const patient: GdtPatient = {
  receiver: "PRAXIS01",
  sender: "MUSTERED",
  number: "4711",
  lastName: "Müller-Musterpatient",
  firstName: "Jörg Ägidius",
  birthDate: "1960-02-29",
  insuranceNumber: "MUSTER-4711",
  postalCodeAndCity: "00000 Musterstadt",
  street: "Musterstraße 1",
  sex: "male",
  phone: "+49 30 23125 011",
};

/** Returns the lines of a record as text; every byte is one character. */
const linesOf = (record: Buffer) => record.toString("latin1").split("\r\n").slice(0, -1);

const line = (fieldId: string, content: string) =>
  `${String(content.length + 9).padStart(3, "0")}${fieldId}${content}`;

/** Writes lines with a record length that is correct. */
function withLength(lines: readonly string[]): Buffer {
  const bytes = lines.reduce((sum, recordLine) => sum + recordLine.length + 2, 0);
  return Buffer.from(
    lines
      .map((recordLine) =>
        recordLine.slice(3, 7) === "8100" ? line("8100", String(bytes).padStart(5, "0")) : recordLine,
      )
      .map((recordLine) => `${recordLine}\r\n`)
      .join(""),
    "latin1",
  );
}

const valid = linesOf(encodeGdtPatient(patient, "cp437"));
const without = (fieldId: string) =>
  withLength(valid.filter((recordLine) => recordLine.slice(3, 7) !== fieldId));
const replaced = (fieldId: string, content: string) =>
  withLength(
    valid.map((recordLine) => (recordLine.slice(3, 7) === fieldId ? line(fieldId, content) : recordLine)),
  );

function errorOf(action: () => unknown): GdtError {
  try {
    action();
  } catch (error) {
    if (error instanceof GdtError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

const text = (charset: GdtCharset) =>
  fc.string({ unit: fc.constantFrom(...charactersOf(charset)), minLength: 1, maxLength: 60 });

const anyPatient = (charset: GdtCharset): fc.Arbitrary<GdtPatient> => {
  const required = {
    number: text(charset),
    lastName: text(charset),
    firstName: text(charset),
    birthDate: fc
      .date({
        min: new Date("0001-01-01T00:00:00Z"),
        max: new Date("9999-12-31T00:00:00Z"),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString().slice(0, 10)),
  };
  const optional = {
    receiver: text(charset),
    sender: text(charset),
    insuranceNumber: text(charset),
    postalCodeAndCity: text(charset),
    street: text(charset),
    sex: fc.constantFrom("male" as const, "female" as const),
    phone: text(charset),
  };
  return fc.record(
    { ...required, ...optional },
    { requiredKeys: ["number", "lastName", "firstName", "birthDate"], noNullPrototype: true },
  );
};

describe("a GDT 2.1 record", () => {
  it.each(charsets)("in %s preserves any text of that charset", (charset) => {
    fc.assert(
      fc.property(anyPatient(charset), (any) => {
        expect(decodeGdtPatient(encodeGdtPatient(any, charset))).toEqual(any);
      }),
      { numRuns: 500 },
    );
  });

  it("consists of lines with their length, and states its own length", () => {
    const record = encodeGdtPatient(patient, "cp437");
    expect(valid.slice(0, 4)).toEqual([
      "01380006301",
      `0148100${String(record.length).padStart(5, "0")}`,
      "014921802.10",
      "01092062",
    ]);
    for (const recordLine of valid) expect(Number(recordLine.slice(0, 3))).toBe(recordLine.length + 2);
    expect(valid).toContain("017310329021960");
    expect(valid).toContain("01031101");
  });

  it("has the bytes that each charset demands for German letters", () => {
    const letters = { ...patient, lastName: "ÄÖÜäöüßé", firstName: "A", street: "B" };
    const bytesOf = (charset: GdtCharset) => {
      const lastNameLine = linesOf(encodeGdtPatient(letters, charset)).find(
        (recordLine) => recordLine.slice(3, 7) === "3101",
      );
      return Buffer.from(lastNameLine?.slice(7) ?? "", "latin1").toString("hex");
    };
    expect(bytesOf("cp437")).toBe("8e999a849481e182");
    expect(bytesOf("cp1252")).toBe("c4d6dce4f6fcdfe9");
  });

  it("is read as CP437 without a charset, and may lack optional fields or contain unknown ones", () => {
    expect(decodeGdtPatient(without("9206"))).toEqual(patient);
    const { street: _street, ...rest } = patient;
    expect(decodeGdtPatient(without("3107"))).toEqual(rest);
    expect(decodeGdtPatient(replaced("3107", ""))).toEqual(rest);
    expect(decodeGdtPatient(withLength([...valid, line("3622", "178"), line("3622", "179")]))).toEqual(
      patient,
    );
  });

  it.each<[description: string, record: Buffer, code: GdtErrorCode, lineNumber: number | undefined]>([
    ["nothing", Buffer.alloc(0), "recordTypeMissing", 1],
    ["the type in another line than the first", withLength(valid.toReversed()), "recordTypeMissing", 1],
    ["no type", without("8000"), "recordTypeMissing", 1],
    ["another type", replaced("8000", "6302"), "recordTypeUnknown", 1],
    ["no record length", without("8100"), "recordLengthWrong", 2],
    [
      "a byte after the record",
      Buffer.from(`${valid.join("\r\n")}\r\n0093000\r\n`, "latin1"),
      "recordLengthWrong",
      2,
    ],
    ["a wrong line length", withLength(valid.with(3, "01192062")), "lineLengthWrong", 4],
    ["a line length of letters", withLength(valid.with(3, "abc92062")), "lineLengthWrong", 4],
    ["a line without field id", withLength(valid.with(3, "005")), "fieldIdInvalid", 4],
    ["a field id of letters", withLength(valid.with(3, "010abcd2")), "fieldIdInvalid", 4],
    ["a line end of LF", Buffer.from(`${valid.join("\n")}\n`, "latin1"), "lineEndMissing", 1],
    ["no last line end", Buffer.from(valid.join("\r\n"), "latin1"), "lineEndMissing", valid.length],
    ["a lone CR in a line", replaced("3107", "a\rb"), "lineEndMissing", 12],
    ["another version", replaced("9218", "03.00"), "versionUnknown", 3],
    ["no version", without("9218"), "fieldMissing", undefined],
    ["an unknown charset", replaced("9206", "4"), "charsetUnknown", 4],
    ["a byte above 7 bits in a 7-bit record", replaced("9206", "1"), "characterMissing", 8],
    ["a byte that CP1252 leaves undefined", replaced("9206", "3"), "characterMissing", 8],
    ["a tab", replaced("3107", "a\tb"), "controlCharacter", 12],
    ["the 30th of February", replaced("3103", "30021960"), "dateInvalid", 14],
    ["a date in another order", replaced("3103", "19600229"), "dateInvalid", 14],
    ["an unknown sex", replaced("3110", "3"), "sexInvalid", 15],
    ["a repeated field", withLength([...valid, line("3101", "Zwei")]), "fieldRepeated", 16],
    ["no number", without("3000"), "fieldMissing", undefined],
    ["an empty last name", replaced("3101", ""), "fieldMissing", undefined],
    ["no first name", without("3102"), "fieldMissing", undefined],
    ["no birth date", without("3103"), "fieldMissing", undefined],
    ["more than a record can hold", Buffer.alloc(100_000, "0"), "fileTooLarge", undefined],
  ])("with %s is refused", (_description, record, code, lineNumber) => {
    const error = errorOf(() => decodeGdtPatient(record));
    expect([error.code, error.line]).toEqual([code, lineNumber]);
    expect(error.reason).toMatch(/^(?:Zeile \d+: )?[A-Z][^.]*(?:02\.10)?\.$/);
  });

  it.each<[description: string, change: Partial<GdtPatient>, charset: GdtCharset, code: GdtErrorCode]>([
    ["a character that the charset lacks", { lastName: "Muster€" }, "cp437", "characterMissing"],
    ["an umlaut in 7 bits", {}, "7-bit", "characterMissing"],
    ["a line break", { street: "a\r\nb" }, "cp1252", "controlCharacter"],
    ["an empty text", { street: "" }, "cp1252", "fieldEmpty"],
    ["a text of more than 990 bytes", { street: "a".repeat(991) }, "cp1252", "contentTooLong"],
    ["a date that does not exist", { birthDate: "1900-02-29" }, "cp1252", "dateInvalid"],
  ])("is not written with %s", (_description, change, charset, code) => {
    expect(errorOf(() => encodeGdtPatient({ ...patient, ...change }, charset)).code).toBe(code);
  });
});
