import { encodeText, type GdtCharset } from "./gdt-charsets.ts";
import { formatGdtDate } from "./gdt-dates.ts";
import { GdtError } from "./gdt-error.ts";
import { joinLine } from "./gdt-lines.ts";
import {
  charsetValues,
  type GdtPatient,
  gdtVersion,
  maxRecordBytes,
  recordType,
  sexValues,
  textFields,
} from "./gdt-record.ts";

/** Returns the line with the length of the record, as five digits. */
const lengthLine = (bytes: number) => ascii("8100", String(bytes).padStart(5, "0"));

/** Returns a GDT 2.1 record of type 6301. @throws {GdtError} when a value cannot be written */
export function encodeGdtPatient(patient: GdtPatient, charset: GdtCharset): Buffer {
  const head = ascii("8000", recordType);
  const body = Buffer.concat([
    ascii("9218", gdtVersion),
    ascii("9206", charsetValues[charset]),
    ...textFields.flatMap(([fieldId, key]) => {
      const text = patient[key];
      return text === undefined ? [] : [joinLine(fieldId, encodeText(text, charset))];
    }),
    ascii("3103", formatGdtDate(patient.birthDate)),
    ...(patient.sex === undefined ? [] : [ascii("3110", sexValues[patient.sex])]),
  ]);
  const bytes = head.length + lengthLine(0).length + body.length;
  if (bytes > maxRecordBytes) throw new GdtError("fileTooLarge");
  return Buffer.concat([head, lengthLine(bytes), body]);
}

function ascii(fieldId: string, content: string): Buffer {
  return joinLine(fieldId, encodeText(content, "7-bit"));
}
