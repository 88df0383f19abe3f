/** What is marked before a text leaves the practice. */
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

/** A place of a text, in UTF-16 units as `String.slice` takes them; `end` is the first unit behind it. */
export type Finding = { start: number; end: number; kind: SensitiveKind };
