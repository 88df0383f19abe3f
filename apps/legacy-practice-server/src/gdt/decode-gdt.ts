import { decodeText, type GdtCharset } from "./gdt-charsets.ts";
import { parseGdtDate } from "./gdt-dates.ts";
import { GdtError } from "./gdt-error.ts";
import { type GdtLine, splitLines } from "./gdt-lines.ts";
import {
  charsetValues,
  type GdtPatient,
  gdtVersion,
  maxRecordBytes,
  recordType,
  sexValues,
  textFields,
} from "./gdt-record.ts";

/** The character set of a record without field 9206. */
const defaultCharset: GdtCharset = "cp437";

const knownFields: ReadonlySet<string> = new Set(
  ["8000", "8100", "9218", "9206", "3103", "3110"].concat(textFields.map(([fieldId]): string => fieldId)),
);

/**
 * Reads a GDT 2.1 record of type 6301. Fields that this server does not use are ignored, and an empty optional field
 * counts as absent.
 *
 * @throws {GdtError} when the bytes are anything but one complete record
 */
export function decodeGdtPatient(bytes: Uint8Array): GdtPatient {
  if (bytes.length > maxRecordBytes) throw new GdtError("fileTooLarge");
  const lines = splitLines(bytes);
  const fields = fieldsOf(lines);
  checkHead(lines, bytes.length);
  const version = fields.get("9218");
  if (version === undefined) throw new GdtError("fieldMissing");
  if (ascii(version) !== gdtVersion) throw new GdtError("versionUnknown", version.line);
  const charset = charsetOf(fields.get("9206"));
  const texts = Object.fromEntries(
    textFields.flatMap(([fieldId, key]) => {
      const field = fields.get(fieldId);
      return field === undefined ? [] : [[key, decodeText(field.content, charset, field.line)]];
    }),
  ) as Partial<Pick<GdtPatient, (typeof textFields)[number][1]>>;
  const { number, lastName, firstName, ...optionalTexts } = texts;
  const birthDate = fields.get("3103");
  if (number === undefined || lastName === undefined || firstName === undefined || birthDate === undefined) {
    throw new GdtError("fieldMissing");
  }
  const sex = fields.get("3110");
  return {
    number,
    lastName,
    firstName,
    birthDate: parseGdtDate(ascii(birthDate), birthDate.line),
    ...optionalTexts,
    ...(sex === undefined ? {} : { sex: sexOf(sex) }),
  };
}

/** Checks that a record begins with its type and its length in bytes. */
function checkHead([type, length]: readonly GdtLine[], bytes: number): void {
  if (type?.fieldId !== "8000") throw new GdtError("recordTypeMissing", 1);
  if (ascii(type) !== recordType) throw new GdtError("recordTypeUnknown", 1);
  if (length?.fieldId !== "8100") throw new GdtError("recordLengthWrong", 2);
  if (ascii(length) !== String(bytes).padStart(5, "0")) throw new GdtError("recordLengthWrong", 2);
}

/** Returns the fields that are not empty. */
function fieldsOf(lines: readonly GdtLine[]): ReadonlyMap<string, GdtLine> {
  const fields = new Map<string, GdtLine>();
  for (const line of lines) {
    if (!knownFields.has(line.fieldId) || line.content.length === 0) continue;
    if (fields.has(line.fieldId)) throw new GdtError("fieldRepeated", line.line);
    fields.set(line.fieldId, line);
  }
  return fields;
}

function charsetOf(field: GdtLine | undefined): GdtCharset {
  if (field === undefined) return defaultCharset;
  return keyOf(charsetValues, ascii(field)) ?? fail("charsetUnknown", field.line);
}

function sexOf(field: GdtLine): "male" | "female" {
  return keyOf(sexValues, ascii(field)) ?? fail("sexInvalid", field.line);
}

function keyOf<Key extends string>(values: Readonly<Record<Key, string>>, value: string): Key | undefined {
  return (Object.keys(values) as Key[]).find((key) => values[key] === value);
}

function fail(code: GdtError["code"], line: number): never {
  throw new GdtError(code, line);
}

/** Decodes a field whose characters are the same in all charsets. */
function ascii({ content, line }: GdtLine): string {
  return decodeText(content, "7-bit", line);
}
