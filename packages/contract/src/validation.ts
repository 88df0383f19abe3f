import * as z from "zod/mini";
import { uuidSchema } from "./identifiers.ts";
import { passwordMaxLength, passwordMinLength } from "./limits.ts";
import { passwordIssues } from "./password.ts";

/**
 * Field schemas used by forms and server alike. A violation is named by a validation code, the key of its
 * text in `errors.<language>.json`; `validation-issues.ts` maps schema issues to codes.
 */

export const validationCodes = [
  "required",
  "email",
  "min",
  "max",
  "numeric",
  "url",
  "date",
  "time",
  "dateTime",
  "dateRange",
  "phone",
  "match",
  "unique",
  "alreadyMember",
  "minValue",
  "maxValue",
  "between",
  "integer",
  "minItems",
  "maxItems",
  "fileSize",
  "fileType",
  "otherAccount",
  "passwordMinLength",
  "passwordUppercase",
  "passwordLowercase",
  "passwordDigit",
  "passwordMaxLength",
  "passwordContext",
  "passwordBreached",
  "passwordMatch",
  "terms",
  "organizationRequired",
  "usernameCharacters",
  "usernameImmutable",
  "characters",
  "urlNotAllowed",
  "identifier",
  "unknownField",
  "unknownRole",
  "unknownPermission",
  "readOnly",
  "invalidType",
  "invalidChoice",
  "invalidFormat",
  "twoFactorCode",
  "pin",
  "pinTooSimple",
  "vatId",
  "refreshContext",
] as const;

export type ValidationCode = (typeof validationCodes)[number];

/** Values for the placeholders of a text. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** Returns parameters for a refinement (`z.refine(test, withCode("match"))`) that set the code of its issue. */
export function withCode(code: ValidationCode, values: MessageParams = {}, path?: PropertyKey[]) {
  return { params: { code, values }, ...(path ? { path } : {}) };
}

/** Maximum length of an address, RFC 5321. */
const emailMaxLength = 254;
const nameMaxLength = 100;
const usernameMaxLength = 64;
export const urlMaxLength = 2048;

/**
 * Normalizes an address: trimmed, lower case, the domain in its ASCII form (praxis-müller.de becomes xn--…).
 * A text that compatibility normalization would change (full-width letters, ligatures) looks like another
 * address and is returned unchanged; the format check then rejects it because it is not ASCII.
 */
export function normalizeEmail(value: string): string {
  const trimmed = value.trim().normalize("NFC");
  if (trimmed !== trimmed.normalize("NFKC")) return value;
  const atIndex = trimmed.lastIndexOf("@");
  // Only letters, digits, dots and hyphens are passed to the URL parser: it would drop or decode other
  // characters.
  const domain = trimmed.slice(atIndex + 1);
  if (atIndex < 1 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !URL.canParse(`http://${domain}`))
    return value;
  return `${trimmed.slice(0, atIndex).toLowerCase()}@${new URL(`http://${domain}`).hostname}`;
}

/** An e-mail address, normalized. ASCII after normalization, so that look-alike letters are excluded. */
export const emailSchema = z
  .string()
  .check(z.overwrite(normalizeEmail), z.maxLength(emailMaxLength), z.email());

/** A username: letters a to z, digits, underscores; fixed after creation. */
export const usernameSchema = z.string().check(
  z.minLength(1),
  z.maxLength(usernameMaxLength),
  z.refine((value) => /^\w*$/.test(value), withCode("usernameCharacters")),
);

/** Control characters, line and paragraph separators, direction overrides and lone surrogates. */
const unprintableCharacter = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/**
 * Returns the schema of a single line of text, which is trimmed. Line breaks could forge mail headers and log lines,
 * and direction overrides could display another name than the stored one, so both are rejected. Lengths are in UTF-16
 * units.
 */
export function lineSchema(minLength: number, maxLength: number) {
  return z.string().check(
    z.refine((value) => !unprintableCharacter.test(value), withCode("characters")),
    z.trim(),
    z.minLength(minLength),
    z.maxLength(maxLength),
  );
}

/** Top-level domains that mail programs turn into links automatically. */
const autoLinkedTlds =
  "com|net|org|info|biz|io|app|xyz|top|shop|online|site|link|click|live|me|de|at|ch|li|eu|fr|it|ru|cn|example";
const urlPattern = new RegExp(
  String.raw`//|https?:|\bwww\.|[\p{L}\p{N}]\.[\p{L}\p{N}]+/\S|[\p{L}\p{N}-]{2,}\.(?:${autoLinkedTlds})(?![\p{L}\p{N}])`,
  "iu",
);

/**
 * Returns whether a text contains a web address, including one in full-width characters. A dot without a space after it
 * counts if a path or a known ending follows; "Dr. med. Anna Muster", "J.R. Muster" and "Musterplatz 3/4" contain none.
 */
export function containsUrl(value: string): boolean {
  return urlPattern.test(value.normalize("NFKC").replaceAll("。", "."));
}

const noUrlCheck = z.refine<string>((value) => !containsUrl(value), withCode("urlNotAllowed"));

/**
 * Returns the schema of a line that mails to strangers may show: like {@link lineSchema}, but without web addresses.
 */
export function mailSafeLineSchema(minLength: number, maxLength: number) {
  return lineSchema(minLength, maxLength).check(noUrlCheck);
}

/**
 * Characters without a visible form: format characters, default ignorables such as U+3164, and the empty Braille
 * pattern.
 */
const invisibleCharacter = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A character that is visible on its own. A name that has only combining marks would look empty. */
const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns whether a text has a visible character and no invisible ones. */
function isPlainName(value: string): boolean {
  return !invisibleCharacter.test(value) && visibleCharacter.test(value);
}

/** Returns why mails to strangers may not show a text as a name, or undefined if they may. */
export function mailNameFaultOf(value: string): "characters" | "urlNotAllowed" | undefined {
  if (!isPlainName(value)) return "characters";
  return containsUrl(value) ? "urlNotAllowed" : undefined;
}

/**
 * Returns the schema of a name that a user gives to a person or a thing. It is one line in NFC without invisible
 * characters, so that names that look the same are equal. Lengths are in UTF-16 units.
 */
export function nameSchema(minLength: number, maxLength: number) {
  return storedNameSchema(minLength, maxLength).check(
    z.refine((value) => value.trim() === "" || isPlainName(value), withCode("characters")),
  );
}

/**
 * Returns a schema like {@link nameSchema} for names of people and organizations, which appear in mails to strangers.
 */
export function mailSafeNameSchema(minLength: number, maxLength: number) {
  return nameSchema(minLength, maxLength).check(noUrlCheck);
}

/**
 * Returns the schema of a name in an entity that a client sends back. Names stored before {@link nameSchema} existed
 * may violate it, so the server checks {@link mailNameFaultOf} only if the name differs from the stored one.
 */
export function storedNameSchema(minLength: number, maxLength: number) {
  return lineSchema(minLength, maxLength).check(z.normalize("NFC"));
}

/** Returns the schema of a text with several lines, which is trimmed. Line breaks are kept as "\n". */
export function textSchema(maxLength: number) {
  return z.string().check(
    z.overwrite((value) => value.replaceAll(/\r\n?/g, "\n")),
    z.refine((value) => !unprintableCharacter.test(value.replaceAll("\n", "")), withCode("characters")),
    z.trim(),
    z.maxLength(maxLength),
  );
}

/** First or last name of a person, in any script. */
export const personNameSchema = mailSafeNameSchema(1, nameMaxLength);

/** First or last name in an entity that a client sends back; see {@link storedNameSchema}. */
export const storedPersonNameSchema = storedNameSchema(1, nameMaxLength);

/** A telephone number in common notation: digits, spaces, parentheses, slash, dot, hyphen, a leading plus. */
export const phoneSchema = z.string().check(
  z.trim(),
  z.refine((value) => /^\+?[\d ()/.-]{3,40}$/.test(value) && /(\d\D*){3}/.test(value), withCode("phone")),
);

/** An existing calendar date YYYY-MM-DD. The year 0 does not exist, and the database rejects it. */
export const dateSchema = z.iso
  .date()
  .check(z.refine((value) => !value.startsWith("0000"), withCode("date")));

/** A query value that is `true` or, if absent, `false`. */
export const flagSchema = z.pipe(
  z._default(z.enum(["true", "false"]), "false"),
  z.transform((value) => value === "true"),
);

/** A time of day HH:MM, seconds optional. */
export const timeOfDaySchema = z.iso.time();

/** An http or https URL without user name and password. */
export const urlSchema = z.string().check(
  z.maxLength(urlMaxLength),
  z.url({ protocol: /^https?$/ }),
  z.refine(
    (value) => !URL.canParse(value) || new URL(value).username + new URL(value).password === "",
    withCode("url"),
  ),
);

/** A range of calendar dates, inclusive. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** A range `YYYY-MM-DD..YYYY-MM-DD`, inclusive and not reversed. It is parsed to `{ from, to }`. */
export const dateRangeSchema = z.pipe(
  z.string(),
  z.transform((input: string, context): DateRange => {
    const [from, to, ...furtherParts] = input.split("..");
    const isDate = (value: unknown): boolean => dateSchema.safeParse(value).success;
    if (
      from !== undefined &&
      to !== undefined &&
      furtherParts.length === 0 &&
      isDate(from) &&
      isDate(to) &&
      from <= to
    ) {
      return { from, to };
    }
    context.issues.push({ code: "custom", input, params: withCode("dateRange").params });
    return z.NEVER;
  }),
);

/** Returns the schema of a number from `min` to `max`, inclusive. One message names both limits. */
export function betweenSchema(min: number, max: number) {
  return z
    .number()
    .check(z.refine((value) => value >= min && value <= max, withCode("between", { min, max })));
}

/** Returns the schema of an integer from `min` to `max`. */
export function integerBetween(min: number, max: number) {
  return betweenSchema(min, max).check(z.refine((value) => Number.isInteger(value), withCode("integer")));
}

/**
 * A new password. There is one issue per violated part of the rule. The server also checks context words and
 * breached passwords.
 */
export const newPasswordSchema = z.string().check(
  z.check((payload) => {
    for (const code of passwordIssues(payload.value)) {
      const values = { min: passwordMinLength, max: passwordMaxLength };
      payload.issues.push({ code: "custom", input: payload.value, params: { code, values }, continue: true });
    }
  }),
);

/** Acceptance of the terms. Only `true` is accepted. */
export const termsSchema = z.pipe(
  z.transform((value: unknown) => value === true),
  z.boolean().check(z.refine((value) => value, withCode("terms"))),
);

/** Organization that a form requires. A missing, null or empty value means that none is selected. */
export const requiredOrganizationSchema = z.pipe(
  z.transform((value: unknown) => value ?? ""),
  z.string().check(
    z.toLowerCase(),
    z.refine((value) => uuidSchema.safeParse(value).success, withCode("organizationRequired")),
  ),
);

/** Returns a check that the fields `first` and `second` of an object are equal. The issue is reported at `second`. */
export function fieldsMatch<Key extends string>(
  first: Key,
  second: Key,
  code: "match" | "passwordMatch" = "match",
) {
  return z.refine<Record<Key, unknown>>(
    (value) => value[first] === value[second],
    withCode(code, {}, [second]),
  );
}

/** File metadata, in the browser and on the server. */
export interface FileInfo {
  readonly sizeBytes: number;
  readonly type: string;
}

/** Returns the schema of a file of at most `maxBytes`, inclusive, of one of the media types. */
export function fileSchema(maxBytes: number, types: readonly string[]) {
  return z.object({ sizeBytes: z.number(), type: z.string() }).check(
    z.refine((file) => file.sizeBytes <= maxBytes, withCode("fileSize", { max: maxBytes / 1_048_576 })),
    z.refine((file) => types.includes(file.type), withCode("fileType", { types: types.join(", ") })),
  );
}
