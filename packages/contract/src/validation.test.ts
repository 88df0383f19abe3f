import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import de from "./errors.de.json" with { type: "json" };
import en from "./errors.en.json" with { type: "json" };
import fr from "./errors.fr.json" with { type: "json" };
import it_ from "./errors.it.json" with { type: "json" };
import { allEndpoints } from "./endpoints.ts";
import { formatMessage } from "./messages.ts";
import { roleSchema } from "./role-schema.ts";
import * as fields from "./validation.ts";
import { withCode } from "./validation.ts";
import { issuesOf } from "./validation-issues.ts";

const maxUploadBytes = 10_485_760;

/** Returns the messages that a form shows for `input`, as "path: text" and by default in German. */
function messagesFor(schema: z.ZodMiniType, input: unknown, { validation } = de): string[] {
  const result = schema.safeParse(input);
  if (result.success) return [];
  return issuesOf(result.error, input).map(
    ({ path, code, params }) => `${path}: ${formatMessage(validation[code], params)}`,
  );
}

/** Returns the messages in English, French and Italian. */
const messagesInOtherLanguages = (schema: z.ZodMiniType, input: unknown) =>
  [en, fr, it_].flatMap((catalogue) => messagesFor(schema, input, catalogue));

type Definition = {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  in?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
  options?: z.ZodMiniType[];
};

/** Returns the fields of a schema, at any depth, that match by their name and schema. */
function fieldsOf(
  schema: z.ZodMiniType | undefined,
  matches: (name: string, field: z.ZodMiniType) => boolean,
): [string, z.ZodMiniType][] {
  if (schema === undefined) return [];
  const { shape, ...inner } = schema.def as Definition;
  return [
    ...Object.entries(shape ?? {}).flatMap(([name, field]): [string, z.ZodMiniType][] =>
      matches(name, field) ? [[name, field]] : fieldsOf(field, matches),
    ),
    ...[inner.innerType, inner.element, inner.in, inner.valueType, ...(inner.options ?? [])].flatMap(
      (child) => fieldsOf(child, matches),
    ),
  ];
}

/** Returns the matching fields of all request bodies. */
const bodyFields = (matches: Parameters<typeof fieldsOf>[1]) =>
  allEndpoints.flatMap(({ name, body }) =>
    fieldsOf(body, matches).map(([field, schema]) => ({ call: `${name} ${field}`, schema })),
  );

/** Returns the type of a field's values, without regard to null and undefined. */
function typeOf(field: z.ZodMiniType): string {
  const { type, innerType, in: input } = field.def as Definition;
  const inner = innerType ?? input;
  return inner === undefined ? type : typeOf(inner);
}

const form = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.strictObject(shape);

describe("messages at a field", () => {
  it("R5-13 an empty required field shows 'Dieses Feld ist erforderlich'", () => {
    const requiredMessage = ["name: Dieses Feld ist erforderlich"];
    for (const schema of [
      fields.personNameSchema,
      z.string().check(z.minLength(3)),
      z.number(),
      fields.dateSchema,
    ]) {
      for (const input of [{}, { name: "" }, { name: undefined }, { name: null }]) {
        expect(messagesFor(form({ name: schema }), input)).toEqual(requiredMessage);
      }
    }
    expect(messagesFor(form({ name: fields.personNameSchema }), { name: "   " })).toEqual(requiredMessage);
    expect(messagesFor(form({ name: fields.newPasswordSchema }), { name: "" })).toEqual(requiredMessage);
  });

  it("R5-14 an invalid e-mail shows 'Bitte geben Sie eine gültige E-Mail-Adresse ein'", () => {
    for (const email of [
      "a",
      "a@",
      "@b.de",
      "a@b",
      "a b@example.org",
      "a@example.org\r\nBcc: b@example.org",
    ]) {
      expect(messagesFor(form({ email: fields.emailSchema }), { email })).toEqual([
        "email: Bitte geben Sie eine gültige E-Mail-Adresse ein",
      ]);
    }
  });

  it("see R5-14 every e-mail field in a request body shows the message of an invalid address", () => {
    const found = bodyFields((name) => /email$/i.test(name));
    const others = found.filter(
      ({ schema }) =>
        messagesFor(schema, "a@b").join() !== ": Bitte geben Sie eine gültige E-Mail-Adresse ein",
    );
    expect(found.length).toBeGreaterThan(20);
    // A sign-in only compares the address, and a new address can only be withdrawn by an update.
    expect(others.map(({ call }) => call)).toEqual(["auth.login email", "users.update pendingEmail"]);
  });

  it("R5-15 a value shorter than the minimum shows a message naming the number", () => {
    for (const schema of [
      z.string().check(z.minLength(3)),
      fields.lineSchema(3, 3),
      fields.nameSchema(3, 3),
    ]) {
      expect(messagesFor(schema, "ab")).toEqual([": Bitte geben Sie mindestens 3 Zeichen ein"]);
      expect(messagesInOtherLanguages(schema, "ab")).toEqual([
        ": Please enter at least 3 characters",
        ": Veuillez saisir au moins 3 caractères",
        ": Inserisca almeno 3 caratteri",
      ]);
      expect(messagesFor(schema, "abc")).toEqual([]);
    }
  });

  it("R5-16 a value longer than the maximum shows a message naming the number", () => {
    for (const schema of [
      z.string().check(z.maxLength(3)),
      fields.lineSchema(3, 3),
      fields.nameSchema(3, 3),
    ]) {
      expect(messagesFor(schema, "abcd")).toEqual([": Bitte geben Sie höchstens 3 Zeichen ein"]);
      expect(messagesInOtherLanguages(schema, "abcd")).toEqual([
        ": Please enter at most 3 characters",
        ": Veuillez saisir au plus 3 caractères",
        ": Inserisca al massimo 3 caratteri",
      ]);
      expect(messagesFor(schema, "abc")).toEqual([]);
    }
  });

  it("R5-17 a non-numeric value in a number field shows the numbers-only message", () => {
    const numbers = [
      z.number(),
      z.int(),
      z.number().check(z.minimum(18), z.maximum(99)),
      z.nullable(z.number()),
    ];
    for (const schema of numbers) {
      for (const age of ["x", "12a", "zwölf", true, [12], Number.NaN]) {
        expect(messagesFor(form({ age: schema }), { age }), String(age)).toEqual([
          "age: Bitte geben Sie nur Zahlen ein",
        ]);
      }
      expect(messagesFor(form({ age: schema }), { age: 42 })).toEqual([]);
    }
  });

  it("R5-18 an invalid URL shows the valid-URL message", () => {
    for (const url of [
      "praxis",
      "ftp://example.org",
      "javascript:alert(1)",
      "https://a:b@example.org",
      "https://",
    ]) {
      expect(messagesFor(fields.urlSchema, url), url).toEqual([
        ": Bitte geben Sie eine gültige Internetadresse ein (https://…)",
      ]);
    }
    expect(messagesInOtherLanguages(fields.urlSchema, "praxis")).toEqual([
      ": Please enter a valid web address (https://…)",
      ": Veuillez saisir une adresse Internet valable (https://…)",
      ": Inserisca un indirizzo Internet valido (https://…)",
    ]);
    expect(messagesFor(fields.urlSchema, "https://example.org/pfad?x=1")).toEqual([]);
  });

  it("see R5-18 R5-19 every web address and every day in a request body shows its message", () => {
    const webAddress = "Bitte geben Sie eine gültige Internetadresse ein (https://…)";
    const day = "Bitte geben Sie ein gültiges Datum ein";
    for (const [names, invalid, message, count] of [
      [/^(?:url|website|baseUrl)$/, "praxis", webAddress, 6],
      [/On$|^validFrom$|^billedFrom$/, "2026-02-29", day, 12],
    ] as const) {
      const found = bodyFields((name, field) => names.test(name) && typeOf(field) === "string");
      const others = found.filter(({ schema }) => messagesFor(schema, invalid).join() !== `: ${message}`);
      // Prices of AI models are valid from a moment, not from a day.
      expect(others.filter(({ call }) => call !== "ai.updateProvider validFrom")).toEqual([]);
      expect(found.length - others.length).toBeGreaterThanOrEqual(count);
    }
  });

  it("R5-19 an invalid date shows the valid-date message", () => {
    for (const date of ["2026-02-29", "2026-13-01", "29.02.2024", "2026-1-1", "2026-01-01T00:00"]) {
      expect(messagesFor(fields.dateSchema, date), date).toEqual([
        ": Bitte geben Sie ein gültiges Datum ein",
      ]);
    }
    expect(messagesFor(fields.dateSchema, "0000-01-01")).toEqual([
      ": Bitte geben Sie ein gültiges Datum ein",
    ]);
    expect(messagesInOtherLanguages(fields.dateSchema, "2026-02-29")).toEqual([
      ": Please enter a valid date",
      ": Veuillez saisir une date valable",
      ": Inserisca una data valida",
    ]);
    expect(messagesFor(fields.dateSchema, "2024-02-29")).toEqual([]);
  });

  it("R5-20 an invalid time shows the valid-time message", () => {
    for (const time of ["24:00", "12:60", "7:00", "12", "12:00 Uhr"]) {
      expect(messagesFor(fields.timeOfDaySchema, time), time).toEqual([
        ": Bitte geben Sie eine gültige Uhrzeit ein",
      ]);
    }
    expect(messagesFor(fields.timeOfDaySchema, "07:30")).toEqual([]);
  });

  it("R5-21 two fields that must match and differ show the fields-must-match message", () => {
    const schema = form({ email: z.string(), repeat: z.string() }).check(
      fields.fieldsMatch("email", "repeat"),
    );
    expect(messagesFor(schema, { email: "a", repeat: "b" })).toEqual([
      "repeat: Die Felder müssen übereinstimmen",
    ]);
    expect(messagesFor(schema, { email: "a", repeat: "" })).toEqual([
      "repeat: Die Felder müssen übereinstimmen",
    ]);
    expect(messagesInOtherLanguages(schema, { email: "a", repeat: "b" })).toEqual([
      "repeat: The fields must match",
      "repeat: Les champs doivent correspondre",
      "repeat: I campi devono corrispondere",
    ]);
    expect(messagesFor(schema, { email: "a", repeat: "a" })).toEqual([]);
  });

  it("R5-22 a value already taken shows the unique message", () => {
    const existing = ["mfa"];
    const free = z.string().check(z.refine((value) => !existing.includes(value), withCode("unique")));
    const schema = form({ username: free });
    expect(messagesFor(schema, { username: "mfa" })).toEqual(["username: Dieser Wert ist bereits vergeben"]);
    expect(messagesInOtherLanguages(schema, { username: "mfa" })).toEqual([
      "username: This value is already taken",
      "username: Cette valeur est déjà utilisée",
      "username: Questo valore è già in uso",
    ]);
    expect(messagesFor(schema, { username: "frei" })).toEqual([]);
  });

  it("R5-23 a number below the minimum shows the numeric-min message", () => {
    const schema = z.number().check(z.minimum(2));
    expect(messagesFor(schema, 1)).toEqual([": Der Wert muss mindestens 2 sein"]);
    expect(messagesInOtherLanguages(schema, 1)).toEqual([
      ": The value must be at least 2",
      ": La valeur doit être d’au moins 2",
      ": Il valore deve essere almeno 2",
    ]);
    expect(messagesFor(schema, 2)).toEqual([]);
  });

  it("R5-24 a number above the maximum shows the numeric-max message", () => {
    const schema = z.number().check(z.maximum(2));
    expect(messagesFor(schema, 3)).toEqual([": Der Wert darf höchstens 2 sein"]);
    expect(messagesInOtherLanguages(schema, 3)).toEqual([
      ": The value must be at most 2",
      ": La valeur doit être d’au plus 2",
      ": Il valore deve essere al massimo 2",
    ]);
    expect(messagesFor(schema, 2)).toEqual([]);
  });

  it("R5-25 a number outside a range shows the between message", () => {
    const message = [": Der Wert muss zwischen 1 und 5 liegen"];
    expect(messagesFor(fields.betweenSchema(1, 5), 0)).toEqual(message);
    expect(messagesFor(fields.betweenSchema(1, 5), 5.1)).toEqual(message);
    expect(messagesInOtherLanguages(fields.betweenSchema(1, 5), 6)).toEqual([
      ": The value must be between 1 and 5",
      ": La valeur doit être comprise entre 1 et 5",
      ": Il valore deve essere compreso tra 1 e 5",
    ]);
    expect(messagesFor(fields.betweenSchema(1, 5), 1)).toEqual([]);
    expect(messagesFor(fields.betweenSchema(1, 5), 5)).toEqual([]);
  });

  it("R5-26 a non-integer in an integer field shows the integer message", () => {
    for (const schema of [z.int(), fields.integerBetween(1, 5)]) {
      expect(messagesFor(schema, 1.5)).toEqual([": Bitte geben Sie eine ganze Zahl ein"]);
      expect(messagesInOtherLanguages(schema, 1.5)).toEqual([
        ": Please enter a whole number",
        ": Veuillez saisir un nombre entier",
        ": Inserisca un numero intero",
      ]);
      expect(messagesFor(schema, 2)).toEqual([]);
    }
  });

  it("see R5-17 R5-24 R5-25 R5-26 every number in a request body shows its messages", () => {
    const numbers = bodyFields((_name, field) => typeOf(field) === "number");
    expect(numbers.length).toBeGreaterThan(60);
    const callsWithout = (input: unknown, ...messages: string[]) =>
      numbers
        .filter(({ schema }) => {
          // The limits of each field are its own.
          const shown = messagesFor(schema, input).map((message) => message.replaceAll(/-?\d+/g, "#"));
          return !messages.some((message) => shown.includes(`: ${message}`));
        })
        .map(({ call }) => call)
        .toSorted();
    expect(callsWithout("x", "Bitte geben Sie nur Zahlen ein")).toEqual([]);
    // A client may send these values back as it received them; they are ignored.
    const ignored = numbers.flatMap(({ call, schema }) =>
      messagesFor(schema, -0.5).length === 0 ? [call] : [],
    );
    expect(ignored.filter((call) => !/^(?:users|organizations)\.update /.test(call))).toEqual([]);
    const unlimited = ["aiInstruction.confirm version"];
    expect(
      callsWithout(1e15, "Der Wert darf höchstens # sein", "Der Wert muss zwischen # und # liegen"),
    ).toEqual([...ignored, ...unlimited].toSorted());
    const fractions = ["ai.createChatCompletion temperature", "ai.createChatCompletion top_p"];
    expect(callsWithout(2.5, "Bitte geben Sie eine ganze Zahl ein")).toEqual(
      [...ignored, ...fractions].toSorted(),
    );
  });

  it("R5-27 a file over the allowed size shows the file-size message", () => {
    const schema = fields.fileSchema(maxUploadBytes, ["audio/wav"]);
    expect(messagesFor(schema, { sizeBytes: 10_485_761, type: "audio/wav" })).toEqual([
      ": Die Datei darf höchstens 10 MB groß sein",
    ]);
    expect(messagesInOtherLanguages(schema, { sizeBytes: 10_485_761, type: "audio/wav" })).toEqual([
      ": The file may be at most 10 MB",
      ": Le fichier ne doit pas dépasser 10 Mo",
      ": Il file non può superare 10 MB",
    ]);
    expect(messagesFor(schema, { sizeBytes: 10_485_760, type: "audio/wav" })).toEqual([]);
  });

  it("R5-28 a file of a wrong type shows the file-type message", () => {
    const schema = fields.fileSchema(maxUploadBytes, ["audio/wav", "audio/mpeg"]);
    expect(messagesFor(schema, { sizeBytes: 1, type: "text/html" })).toEqual([
      ": Dieser Dateityp ist nicht erlaubt. Erlaubt sind: audio/wav, audio/mpeg",
    ]);
  });

  it("R5-35 a password confirmation that differs shows the passwords-must-match message", () => {
    const schema = form({ password: fields.newPasswordSchema, confirmation: z.string() }).check(
      fields.fieldsMatch("password", "confirmation", "passwordMatch"),
    );
    const message = ["confirmation: Die Passwörter müssen übereinstimmen"];
    expect(messagesFor(schema, { password: "Abcdefg1", confirmation: "Abcdefg2" })).toEqual(message);
    expect(messagesFor(schema, { password: "Abcdefg1", confirmation: "" })).toEqual(message);
    expect(messagesInOtherLanguages(schema, { password: "Abcdefg1", confirmation: "Abcdefg2" })).toEqual([
      "confirmation: The passwords must match",
      "confirmation: Les mots de passe doivent correspondre",
      "confirmation: Le password devono corrispondere",
    ]);
    expect(messagesFor(schema, { password: "Abcdefg1", confirmation: "Abcdefg1" })).toEqual([]);
  });

  it("R5-36 terms that are not accepted show the terms-must-be-accepted message", () => {
    for (const input of [{ terms: false }, { terms: "true" }, { terms: null }, { terms: undefined }]) {
      expect(messagesFor(form({ terms: fields.termsSchema }), input)).toEqual([
        "terms: Bitte stimmen Sie den Nutzungsbedingungen zu",
      ]);
    }
    expect(messagesInOtherLanguages(form({ terms: fields.termsSchema }), { terms: false })).toEqual([
      "terms: Please accept the terms of use",
      "terms: Veuillez accepter les conditions d’utilisation",
      "terms: Accetti le condizioni d’uso",
    ]);
    expect(messagesFor(form({ terms: fields.termsSchema }), { terms: true })).toEqual([]);
  });

  it("R5-37 a missing organization shows the organization-required message", () => {
    const schema = form({ organizationId: fields.requiredOrganizationSchema });
    for (const organizationId of ["", null, undefined, "keine"]) {
      expect(messagesFor(schema, { organizationId })).toEqual([
        "organizationId: Bitte wählen Sie eine Praxis aus",
      ]);
    }
    expect(messagesInOtherLanguages(schema, { organizationId: "" })).toEqual([
      "organizationId: Please select a practice",
      "organizationId: Veuillez choisir un cabinet",
      "organizationId: Selezioni uno studio",
    ]);
    expect(messagesFor(schema, { organizationId: "0191E5A0-1B2C-7DEF-8ABC-0123456789AB" })).toEqual([]);
  });

  it("shows one line for each broken part of a new password", () => {
    expect(messagesFor(fields.newPasswordSchema, "abc")).toEqual([
      ": Das Passwort muss mindestens 8 Zeichen lang sein",
      ": Das Passwort muss mindestens einen Großbuchstaben enthalten",
      ": Das Passwort muss mindestens eine Ziffer enthalten",
    ]);
    expect(messagesFor(fields.newPasswordSchema, `Aa1${"x".repeat(126)}`)).toEqual([
      ": Das Passwort darf höchstens 128 Zeichen lang sein",
    ]);
  });
});

describe("emailSchema", () => {
  it("normalizes the spelling of an address", () => {
    expect(fields.emailSchema.parse("  Erika.Muster@Example.ORG ")).toBe("erika.muster@example.org");
    expect(fields.emailSchema.parse("info@Praxis-Müller.de")).toBe("info@xn--praxis-mller-klb.de");
    expect(fields.emailSchema.parse("info@praxis-mu\u0308ller.de")).toBe("info@xn--praxis-mller-klb.de");
  });

  it("rejects look-alike and forged addresses", () => {
    const lookAlikes = [
      "ａdmin@example.org",
      "admin@ｅxample.org",
      "\u0430dmin@example.org",
      "a\u200bb@example.org",
    ];
    const tricks = [
      "a@example.org@evil.example",
      "a@[127.0.0.1]",
      "a@example.org/x",
      '"a b"@example.org',
      "a@127.1",
    ];
    for (const email of [...lookAlikes, ...tricks, "a@exa\tmple.org", `${"a".repeat(250)}@example.org`]) {
      expect(fields.emailSchema.safeParse(email).success, email).toBe(false);
    }
  });

  it("shows a Cyrillic domain as punycode", () => {
    expect(fields.emailSchema.parse("a@ex\u0430mple.org")).toMatch(/^a@xn--/);
  });

  it("returns ASCII without spaces and is idempotent", () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "binary" })), (input) => {
        const result = fields.emailSchema.safeParse(input);
        if (!result.success) return;
        expect(result.data).toMatch(/^[\x21-\x7e]+$/);
        expect(fields.emailSchema.parse(result.data)).toBe(result.data);
      }),
    );
  });
});

describe("names and numbers", () => {
  it("accepts only letters a to z, digits and underscores in a username", () => {
    expect(fields.usernameSchema.parse("Praxis_01")).toBe("Praxis_01");
    for (const username of ["a b", "a-b", "a.b", "a@b", "müller", "a\n", "\u0430dmin"]) {
      expect(messagesFor(fields.usernameSchema, username)[0], username).toMatch(
        /nur Buchstaben \(a–z\), Ziffern und Unter/,
      );
    }
    expect(fields.usernameSchema.safeParse("a".repeat(65)).success).toBe(false);
  });

  it("accepts personal names in any script, trimmed, but no line breaks or direction marks", () => {
    expect(fields.personNameSchema.parse("  Jürgen-Ünal O’Neill ")).toBe("Jürgen-Ünal O’Neill");
    expect(fields.personNameSchema.parse("山田")).toBe("山田");
    for (const name of ["a\r\nBcc: b", "a\n", "\u0000", "a\u2028b", "\u202Egpj", "a\u0085b", "a\ud800"]) {
      expect(messagesFor(fields.personNameSchema, name), JSON.stringify(name)).toHaveLength(1);
    }
    expect(fields.personNameSchema.safeParse("a".repeat(101)).success).toBe(false);
  });

  it("accepts common spellings of telephone numbers", () => {
    for (const phone of ["+49 (0)30 / 123-456", "112", "030.1234", " 044 123 45 67 "]) {
      expect(fields.phoneSchema.parse(phone)).toBe(phone.trim());
    }
    for (const phone of ["12", "((((", "030 1234 x5", "+4930\n1", "1".repeat(42)]) {
      expect(messagesFor(fields.phoneSchema, phone), phone).toEqual([
        ": Bitte geben Sie eine gültige Telefonnummer ein",
      ]);
    }
  });

  it("parses an inclusive period, and rejects a reversed or incomplete period", () => {
    expect(fields.dateRangeSchema.parse("2026-01-01..2026-01-31")).toEqual({
      from: "2026-01-01",
      to: "2026-01-31",
    });
    expect(fields.dateRangeSchema.parse("2026-01-01..2026-01-01").to).toBe("2026-01-01");
    for (const range of [
      "2026-01-02..2026-01-01",
      "2026-01-01",
      "2026-01-01..",
      "2026-02-30..2026-03-01",
      "a..b",
    ]) {
      expect(messagesFor(fields.dateRangeSchema, range), range).toEqual([
        ": Bitte geben Sie einen gültigen Zeitraum ein",
      ]);
    }
    expect(fields.dateRangeSchema.safeParse("2026-01-01..2026-01-02..2026-01-03").success).toBe(false);
  });
});

describe("issuesOf", () => {
  const codes = (schema: z.ZodMiniType, input: unknown) => {
    const result = schema.safeParse(input);
    return result.success ? [] : issuesOf(result.error, input).map(({ path, code }) => [path, code]);
  };

  it("names each unknown field by its path", () => {
    const schema = form({ personalInfo: form({ firstName: z.string() }) });
    expect(codes(schema, { personalInfo: { firstName: "a", x: 1, y: 2 }, z: 3 })).toEqual([
      ["personalInfo.x", "unknownField"],
      ["personalInfo.y", "unknownField"],
      ["z", "unknownField"],
    ]);
  });

  it("distinguishes unknown role, wrong type, wrong choice, wrong identifier and wrong format", () => {
    expect(codes(form({ role: roleSchema }), { role: "boss" })).toEqual([["role", "unknownRole"]]);
    expect(codes(form({ role: roleSchema }), { role: 5 })).toEqual([["role", "invalidType"]]);
    expect(codes(z.enum(["a", "b"]), "c")).toEqual([["", "invalidChoice"]]);
    expect(codes(z.literal(true), "c")).toEqual([["", "invalidChoice"]]);
    expect(codes(z.uuid(), "c")).toEqual([["", "identifier"]]);
    expect(codes(z.iso.datetime({ offset: true }), "c")).toEqual([["", "dateTime"]]);
    expect(codes(z.string().check(z.regex(/^a$/)), "c")).toEqual([["", "invalidFormat"]]);
    expect(codes(z.string(), ["c"])).toEqual([["", "invalidType"]]);
    expect(codes(z.strictObject({}), undefined)).toEqual([["", "required"]]);
  });

  it("reports dotted paths into lists and counts their entries", () => {
    const schema = form({ emails: z.array(fields.emailSchema).check(z.maxLength(2)) });
    expect(codes(schema, { emails: ["a@example.org", "b"] })).toEqual([["emails.1", "email"]]);
    expect(codes(schema, { emails: Array(3).fill("a@example.org") })).toEqual([["emails", "maxItems"]]);
  });

  it("reports the issues of the matching alternative", () => {
    const schema = z.union([z.number(), z.string().check(z.minLength(3))]);
    expect(codes(form({ value: schema }), { value: "ab" })).toEqual([["value", "min"]]);
    expect(codes(form({ value: schema }), { value: true })).toEqual([["value", "invalidType"]]);
    expect(codes(form({ value: schema }), {})).toEqual([["value", "required"]]);
  });

  it("never yields a code without text, for any input", () => {
    const schema = form({
      email: fields.emailSchema,
      role: roleSchema,
      period: fields.dateRangeSchema,
      count: z.int().check(z.minimum(1)),
      tags: z.record(z.string().check(z.maxLength(3)), z.boolean()),
    });
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ email: fc.anything(), tags: fc.anything() })),
        (input) => {
          const result = schema.safeParse(input);
          if (result.success) return;
          const issues = issuesOf(result.error, input);
          expect(issues.length).toBeGreaterThan(0);
          for (const { code } of issues) expect(Object.hasOwn(de.validation, code)).toBe(true);
        },
      ),
    );
  });
});

describe("names in mails to external people", () => {
  const name = form({ name: fields.mailSafeLineSchema(1, 200) });

  it.each([
    "http://evil.example",
    "HTTPS:evil",
    "www.evil",
    "Gewinn evil.example/x",
    "a.b/c",
    "//evil",
    "evil.com",
    "Jetzt auf praxis-muster.de",
    "ｅｖｉｌ．ｃｏｍ",
    "evil。com",
  ])("N66 refuses a web address: %s", (text) => {
    expect(messagesFor(name, { name: text })).toEqual(["name: Bitte keine Internetadressen in diesem Feld"]);
  });

  it.each([
    "Dr. med. Anna Muster",
    "Dr.med. Anna Muster",
    "J.R. Muster",
    "St. Muster",
    "Müller-Beispiel, geb. Muster",
    "Praxis Dr. Muster & Kollegen",
    "Praxis am Musterplatz 3/4",
    "Gemeinschaftspraxis Dr. Muster/Dr. Beispiel",
    "Prof. de Muster",
    "MVZ Muster GmbH & Co. KG",
    "O’Muster jun.",
  ])("N66 accepts the name %s", (text) => {
    expect(messagesFor(name, { name: text })).toEqual([]);
  });
});
