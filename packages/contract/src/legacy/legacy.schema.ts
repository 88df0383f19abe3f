import * as z from "zod/mini";
import { legacyTextMaxLength } from "../limits.ts";
import { pageOf, pageQuery, sortOrderSchema } from "../pagination.ts";
import { timeSchema } from "../users/users.schema.ts";

const text = z.string().check(z.minLength(1), z.maxLength(legacyTextMaxLength));
const optionalText = z.nullable(z.string());
const optionalDate = z.nullable(z.iso.date());

/** Details that the browser reports about itself. The server adds the address of the connection. */
const connectionInfo = z.strictObject({
  /** Replaced by the server, because the browser does not know the address. */
  publicIp: z.optional(z.nullable(text)),
  userAgent: text,
  platform: text,
  language: text,
  screenResolution: text,
  timezone: text,
  timestamp: timeSchema,
});

/** Sign-in to the legacy practice server, with the account of that server. */
export const legacyLoginSchema = z.strictObject({
  username: text,
  password: text,
  /** Id of the practice on the legacy server; by default the id that the operator has set. */
  praxisId: z.optional(text),
  connectionInfo,
});

const legacyPartiesShape = {
  /** The account of the legacy server. */
  user: z.strictObject({ username: z.string() }),
  practice: z.strictObject({ name: z.string() }),
} as const;

/** A portal session that may now read from the legacy practice server. */
export const legacySignedInSchema = z.strictObject({ expiresAt: timeSchema });

/**
 * A session of the fallback login. Its token is sent as `Authorization: Bearer` and needs the cookie of this
 * response.
 */
export const legacyFallbackSchema = z.strictObject({
  token: z.string(),
  expiresAt: timeSchema,
  /** Extended by each call that counts as activity. */
  idleEndsAt: timeSchema,
  ...legacyPartiesShape,
});
export type LegacyFallback = z.output<typeof legacyFallbackSchema>;

export const legacyLoginResultSchema = z.union([legacyFallbackSchema, legacySignedInSchema]);

/** The session with the legacy practice server. */
export const legacySessionSchema = z.strictObject({
  ...legacyPartiesShape,
  expiresAt: timeSchema,
  /** Null for a portal session, which has its own idle limit. */
  idleEndsAt: z.nullable(timeSchema),
});
export type LegacySession = z.output<typeof legacySessionSchema>;

/** The address from which the caller reaches the portal. */
export const publicAddressSchema = z.strictObject({ publicIp: z.string() });

/** Whether the legacy practice server responds; false if there is none. */
export const legacyHealthSchema = z.strictObject({ available: z.boolean(), checkedAt: timeSchema });
export type LegacyHealth = z.output<typeof legacyHealthSchema>;

/** The practice as the legacy server describes it; unknown fields are null. */
export const legacyPracticeSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  street: optionalText,
  postalCode: optionalText,
  city: optionalText,
  phone: optionalText,
  fax: optionalText,
  email: optionalText,
  openingHours: z.array(z.strictObject({ day: z.string(), from: z.string(), to: z.string() })),
});
export type LegacyPractice = z.output<typeof legacyPracticeSchema>;

/** `data` is null if the legacy server sent no usable response. */
export const legacyPracticeAnswerSchema = z.strictObject({ data: z.nullable(legacyPracticeSchema) });

/** A patient as the legacy server describes them; unknown fields are null. */
export const legacyPatientSchema = z.strictObject({
  id: z.string(),
  number: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  birthDate: optionalDate,
  sex: z.nullable(z.enum(["male", "female", "diverse"])),
  insurance: optionalText,
  phone: optionalText,
  street: optionalText,
  postalCode: optionalText,
  city: optionalText,
  lastVisit: optionalDate,
});
export type LegacyPatient = z.output<typeof legacyPatientSchema>;

/** The description of a laboratory test; unknown fields are null. */
export const legacyTestDescriptionSchema = z.strictObject({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  material: optionalText,
  unit: optionalText,
  normalRange: optionalText,
  note: optionalText,
});
export type LegacyTestDescription = z.output<typeof legacyTestDescriptionSchema>;

/**
 * Returns the schema of a page. `available` is false, and the list empty, if the legacy server sent no usable response.
 */
function legacyPageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({ ...pageOf(item).shape, available: z.boolean() });
}

export const legacyPatientPageSchema = legacyPageOf(legacyPatientSchema);
export const legacyTestDescriptionPageSchema = legacyPageOf(legacyTestDescriptionSchema);

export const legacyPatientSortFields = ["lastName", "firstName", "birthDate", "number", "lastVisit"] as const;

const listQuery = {
  ...pageQuery.shape,
  /** Words that must all occur, regardless of case and accents. */
  search: z.optional(z.string().check(z.maxLength(100))),
  sortOrder: sortOrderSchema,
};

/** Searches names and numbers of patients. */
export const legacyPatientQuery = z.strictObject({
  ...listQuery,
  sortBy: z._default(z.enum(legacyPatientSortFields), "lastName"),
});
export type LegacyPatientQuery = z.output<typeof legacyPatientQuery>;

/** Searches codes and names of tests. */
export const legacyTestDescriptionQuery = z.strictObject({
  ...listQuery,
  sortBy: z._default(z.enum(["code", "name"]), "code"),
});
export type LegacyTestDescriptionQuery = z.output<typeof legacyTestDescriptionQuery>;
