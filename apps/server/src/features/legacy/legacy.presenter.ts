import type {
  LegacyPatient,
  LegacyPractice,
  LegacySession,
  LegacyTestDescription,
} from "@praxisportal/contract/legacy/legacy.schema";
import { legacyTextMaxLength } from "@praxisportal/contract/limits";
import * as z from "zod/mini";
import type { LegacySignIn } from "./legacy-cookie.ts";

// The fields of the legacy server have German names. Only those listed here leave the portal's server.

const text = z.string().check(z.minLength(1), z.maxLength(legacyTextMaxLength));
const optionalText = z.pipe(
  z.nullish(z.string().check(z.maxLength(legacyTextMaxLength))),
  z.transform((value) => value || null),
);
const optionalDate = z.pipe(
  z.nullish(z.iso.date()),
  z.transform((value) => value ?? null),
);
const sexes = { m: "male", w: "female", d: "diverse" } as const;
const optionalSex = z.pipe(
  z.nullish(z.enum(["m", "w", "d"])),
  z.transform((value) => (value ? sexes[value] : null)),
);

const patientRow = z.object({
  id: text,
  nummer: text,
  nachname: text,
  vorname: text,
  geburtsdatum: optionalDate,
  geschlecht: optionalSex,
  versicherung: optionalText,
  telefon: optionalText,
  strasse: optionalText,
  plz: optionalText,
  ort: optionalText,
  letzterBesuch: optionalDate,
});

const testRow = z.object({
  id: text,
  kuerzel: text,
  bezeichnung: text,
  material: optionalText,
  einheit: optionalText,
  normbereich: optionalText,
  hinweis: optionalText,
});

const openingHoursRow = z.object({ tag: text, von: text, bis: text });

const practiceRow = z.object({
  id: text,
  name: text,
  strasse: optionalText,
  plz: optionalText,
  ort: optionalText,
  telefon: optionalText,
  fax: optionalText,
  email: optionalText,
  oeffnungszeiten: z.optional(z.unknown()),
});

const loginResponse = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(1_000), z.regex(/^\S+$/)),
});

/** Returns the patients of a response, or undefined when it is not a list. A row that does not fit is left out. */
export function presentPatients(response: unknown): LegacyPatient[] | undefined {
  return rowsOf(response, patientRow)?.map((row) => ({
    id: row.id,
    number: row.nummer,
    lastName: row.nachname,
    firstName: row.vorname,
    birthDate: row.geburtsdatum,
    sex: row.geschlecht,
    insurance: row.versicherung,
    phone: row.telefon,
    street: row.strasse,
    postalCode: row.plz,
    city: row.ort,
    lastVisit: row.letzterBesuch,
  }));
}

/**
 * Returns the test descriptions of a response, or undefined when it is not a list. A row that does not fit is left out.
 */
export function presentTestDescriptions(response: unknown): LegacyTestDescription[] | undefined {
  return rowsOf(response, testRow)?.map((row) => ({
    id: row.id,
    code: row.kuerzel,
    name: row.bezeichnung,
    material: row.material,
    unit: row.einheit,
    normalRange: row.normbereich,
    note: row.hinweis,
  }));
}

/** Returns the practice of a response, or null when it does not fit. */
export function presentPractice(response: unknown): LegacyPractice | null {
  const { data: row } = practiceRow.safeParse(response);
  if (row === undefined) return null;
  return {
    id: row.id,
    name: row.name,
    street: row.strasse,
    postalCode: row.plz,
    city: row.ort,
    phone: row.telefon,
    fax: row.fax,
    email: row.email,
    openingHours: (rowsOf(row.oeffnungszeiten, openingHoursRow) ?? []).map(({ tag, von, bis }) => ({
      day: tag,
      from: von,
      to: bis,
    })),
  };
}

/** Returns the sign-in of a portal session at the legacy server. */
export function presentSignIn({ username, practiceName, expiresAtMs }: LegacySignIn): LegacySession {
  return {
    user: { username },
    practice: { name: practiceName },
    expiresAt: new Date(expiresAtMs).toISOString(),
    idleEndsAt: null,
  };
}

/** Returns the token of a response to a login, or undefined when it has none. */
export function tokenOf(response: unknown): string | undefined {
  return loginResponse.safeParse(response).data?.token;
}

/** Returns the rows of a list. Older versions of that server send a bare array, newer ones `{ data }`. */
function rowsOf<Row extends z.ZodMiniType>(response: unknown, schema: Row): z.output<Row>[] | undefined {
  const rows: unknown = isObject(response) ? response["data"] : response;
  if (!Array.isArray(rows)) return undefined;
  return rows.flatMap((row: unknown) => {
    const parsed = schema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
