import { GdtError } from "../gdt/gdt-error.ts";
import type { GdtPatient } from "../gdt/gdt-record.ts";
import type { Patient } from "../patients/patient.ts";

/**
 * Returns the patient of a record. A record does not contain insurer, visits or diagnoses.
 *
 * @throws {GdtError} when the number is blank
 */
export function parseGdtPatient(record: GdtPatient): Patient {
  const number = record.number.trim();
  if (number === "") throw new GdtError("fieldMissing");
  const { postalCode, city } = splitCity(record.postalCodeAndCity ?? "");
  return {
    id: `pat-${number}`,
    number,
    lastName: record.lastName.trim(),
    firstName: record.firstName.trim(),
    birthDate: record.birthDate,
    sex: record.sex ?? null,
    insurance: null,
    phone: textOrNull(record.phone),
    street: textOrNull(record.street),
    postalCode,
    city,
    lastVisit: null,
    insuranceNumber: textOrNull(record.insuranceNumber),
    diagnoses: [],
    notes: null,
  };
}

/** Splits field 3106, which contains postal code and city, such as "00000 Musterstadt". */
function splitCity(text: string): Pick<Patient, "postalCode" | "city"> {
  const match = /^\s*(\d{4,5})\s+(.+)$/.exec(text);
  return { postalCode: match?.[1] ?? null, city: textOrNull(match?.[2] ?? text) };
}

function textOrNull(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}
