/** Kinds of sensitive data that are marked before a text leaves the organization. */
export const sensitiveKinds = [
  "name",
  "birthDate",
  "insurance",
  "address",
  "phone",
  "email",
  "iban",
] as const;

export type SensitiveKind = (typeof sensitiveKinds)[number];

/** A range of the text, in UTF-16 units as `String.slice` takes them; `end` is exclusive. */
export type Finding = { start: number; end: number; kind: SensitiveKind };
