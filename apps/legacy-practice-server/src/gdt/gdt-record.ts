/** The patient of a record of type 6301 ("Stammdaten übermitteln"). Absent fields are undefined. */
export type GdtPatient = {
  receiver?: string;
  sender?: string;
  number: string;
  lastName: string;
  firstName: string;
  /** YYYY-MM-DD */
  birthDate: string;
  insuranceNumber?: string;
  postalCodeAndCity?: string;
  street?: string;
  sex?: "male" | "female";
  phone?: string;
};

export const recordType = "6301";
export const gdtVersion = "02.10";
/** Field 8100 has five digits. */
export const maxRecordBytes = 99_999;

/** The fields that are text, in the order in which they are written. */
export const textFields = [
  ["8315", "receiver"],
  ["8316", "sender"],
  ["3000", "number"],
  ["3101", "lastName"],
  ["3102", "firstName"],
  ["3105", "insuranceNumber"],
  ["3106", "postalCodeAndCity"],
  ["3107", "street"],
  ["3626", "phone"],
] as const satisfies readonly (readonly [fieldId: string, key: keyof GdtPatient])[];

/** The values of field 9206. */
export const charsetValues = { "7-bit": "1", cp437: "2", cp1252: "3" } as const;
/** The values of field 3110. */
export const sexValues = { male: "1", female: "2" } as const;
