import { knownPermissions } from "@praxisportal/contract/permissions";
import { roles } from "@praxisportal/contract/roles";
import type { JsonSchema } from "@praxisportal/contract/json-schema";
import fc from "fast-check";

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Words of the form §name§ represent values that only the running portal knows, such as the id of a colleague. They are
 * filled in when the request is sent, so a seed generates the same cases in every run.
 */
export const placeholders = [
  "organization",
  "otherOrganization",
  "self",
  "colleague",
  "pending",
  "otherPerson",
  "fresh",
  "password",
  "refreshToken",
  "invitation",
  "emailLink",
  "version",
] as const;
export type Placeholder = (typeof placeholders)[number];

const ids = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("§colleague§", "§organization§", "§self§") },
  { weight: 2, arbitrary: fc.constantFrom("§otherPerson§", "§otherOrganization§") },
  { weight: 1, arbitrary: fc.uuid() },
);
const people = fc.constantFrom("§colleague§", "§colleague§", "§pending§", "§self§", "§otherPerson§");
const organizations = fc.constantFrom(
  "§organization§",
  "§organization§",
  "§organization§",
  "§otherOrganization§",
);

const secrets = fc.constantFrom(
  "§password§",
  "§password§",
  "§password§",
  "Sonnen-Garten-83",
  "Sonnen-Garten-84",
  "kurz",
  "Passwort1",
  "ß".repeat(128),
);
const emails = fc.oneof(
  fc.constantFrom("§fresh§@example.org", "§fresh§@praxis-müller.de", "niemand@example.org", " A@B.DE "),
  fc.emailAddress(),
);
const usernames = fc.oneof(fc.constant("§fresh§"), fc.constant("org_admin"), fc.stringMatching(/^\w{1,64}$/));
const tokens = fc.oneof(
  fc.constantFrom("§invitation§", "§emailLink§", "§refreshToken§"),
  fc.stringMatching(/^[\w-]{20,60}$/),
);
const codes = fc.oneof(
  fc.stringMatching(/^[0-9]{6}$/),
  fc.constantFrom("000000", "12 34 56", "１２３４５６"),
);
/** Valid PINs, a PIN that is refused as too simple, and malformed ones. */
const pins = fc.constantFrom("482916", "739104", "123456", "12345", "");
const phones = fc.constantFrom("+49 30 1234567", "030/12 34-56", "110", "+".repeat(5), "0".repeat(40));
const months = fc.constantFrom("2026-11", "2026-10", "2026-13", "2099-01", "2000-01", "1999-12");
const ibans = fc.constantFrom(
  "DE02 1203 0000 0000 2020 51",
  "de02500105170137075030",
  "CH9300762011623852957",
  "DE03120300000000202051",
  "XX00",
);
const ranges = fc.constantFrom(
  "2024-01-01..2026-12-31",
  "0001-01-01..9999-12-31",
  "2024-02-29..2024-02-29",
  "2024-02-30..2024-03-01",
  "2025-01-01..2024-01-01",
  "..",
  "2024-01-01",
);
const days = fc.constantFrom(
  "2026-11-21",
  "2026-10-25",
  "2024-02-29",
  "1969-12-31",
  "2199-12-31",
  "9999-12-31",
  "0001-01-01",
  "2026-01-02",
  "2099-12-31",
  "0000-01-01",
  "2026-02-30",
);
const localTimes = fc.constantFrom(
  "2099-03-29T02:30",
  "2099-10-25T02:30",
  "2099-07-01T24:00",
  "2020-01-01T18:00",
);
const times = fc.oneof(
  fc.constantFrom(
    "2031-01-01T00:00:00Z",
    "2031-02-28T23:59:59.999+14:00",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59.999999999-14:00",
    "1970-01-01T00:00:00Z",
    "1582-10-10T12:00:00Z",
    "2016-12-31T23:59:60Z",
  ),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);
const filePaths = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "/api/v1/users/export?format=csv",
      "/api/tenant/organizations/§organization§/audit/export?format=json",
      "/api/tenant/organizations/§organization§/export?format=archive",
      "/api/tenant/organizations/§otherOrganization§/export",
      "/api/v1/users/me",
      "/api/v1/users/export?format=csv&format=json",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("//example.org/api/", "/api/../health", "/api/%00", "/api/ä", "/api/"),
  },
);
const grantable = fc.oneof(
  fc.constantFrom(...knownPermissions),
  fc.constantFrom("*", "users.write", "organization:view", "unknown:thing", "__proto__:read"),
);
const names = fc.oneof(
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom("Erika", "Muster-Neu", "O'Hara", "Łukasz", "李", "%", "_", "\\", "=cmd()"),
  },
);

// The providers have no address, so that no request of a case leaves the machine.
const providers = fc.constantFrom("vllm", "vllm", "ollama", "a".repeat(40));

// The portal refuses to call these addresses, so that no request of a case leaves the machine.
const urls = fc.constantFrom(
  "https://labor.praxis.lan/eingang",
  "https://10.0.0.5/",
  "http://[::1]:5432/",
  "https://a:b@example.org",
  "javascript:alert(1)",
);
const eventTypes = fc.constantFrom<Json>(
  ["department.created"],
  ["department.created", "site.created"],
  ["department.created", "department.created"],
  ["session.ended"],
  [],
);

const someRole = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("viewer", "editor", "manager", "hr") },
  { weight: 1, arbitrary: fc.constantFrom(...roles, "superAdmin", "orgAdmin", "Viewer", "organization") },
);
const grants: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>([], ["users:read"], ["organizations:read"]),
  fc.array(grantable, { maxLength: 8 }),
);

/** Items of checklists. Only an item with a custom key needs a label, which random values hardly ever match. */
const itemKeys = fc.oneof(fc.constantFrom("keys", "accessSheet", "own1"), fc.string({ maxLength: 8 }));
const checklistItems: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    [{ item: "keys", label: null }],
    [
      { item: "own1", label: "Spind zeigen" },
      { item: "rules", label: null },
    ],
  ),
  fc.array(fc.record({ item: itemKeys, label: fc.option(fc.string({ maxLength: 30 })) }), { maxLength: 5 }),
);

/** Generators by field name; the schema of a role or a password states only that it is a string. */
const byName: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  password: secrets,
  currentPassword: secrets,
  newPassword: secrets,
  username: usernames,
  item: itemKeys,
  items: checklistItems,
  initials: fc.oneof(fc.constantFrom("JM", "Ü1", "李李"), fc.stringMatching(/^\w{1,7}$/)),
  at: localTimes,
  path: filePaths,
  role: someRole,
  type: someRole,
  permissions: grants,
  phone: phones,
  dateRange: ranges,
  token: tokens,
  tempToken: tokens,
  totpCode: codes,
  pin: pins,
  refreshToken: tokens,
  id: ids,
  userId: people,
  organizationId: organizations,
  firstName: names,
  lastName: names,
  search: names,
  department: names,
  message: names,
  provider: providers,
  prompt: names,
  url: urls,
  eventTypes,
  iban: ibans,
  month: months,
};

type Node = JsonSchema & {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
};

/**
 * Generates values that a JSON Schema of the contract accepts. Rules that JSON Schema cannot express may
 * still reject some.
 */
export function valuesOf(schema: JsonSchema, name = ""): fc.Arbitrary<Json> {
  const node = schema as Node;
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum) return fc.constantFrom(...node.enum);
  const variants = node.anyOf ?? node.oneOf;
  if (variants) return fc.oneof(...variants.map((variant) => valuesOf(variant, name)));
  if (Array.isArray(node.type)) {
    return fc.oneof(...node.type.map((type: string) => valuesOf({ ...node, type }, name)));
  }
  switch (node.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return numbersOf(node);
    case "array":
      return byName[name] ?? fc.array(valuesOf(node.items ?? {}), { maxLength: 5 });
    case "object":
      return objectsOf(node);
    case "string":
      return stringsOf(node, name);
    default:
      return byName[name] ?? fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json);
  }
}

function objectsOf({ properties = {}, required = [] }: Node): fc.Arbitrary<Json> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, valuesOf(field, name)]),
  );
  const requiredKeys = required.filter((key) => key in fields);
  const optional = Object.keys(fields).filter((key) => !requiredKeys.includes(key));
  const selected = fc.subarray(optional, { maxLength: Math.min(3, optional.length) }).chain((chosen) => {
    const presentKeys = Object.entries(fields).filter(
      ([key]) => requiredKeys.includes(key) || chosen.includes(key),
    );
    return fc.record(Object.fromEntries(presentKeys), { noNullPrototype: true });
  });
  // Of many optional fields, one is nearly always rejected; most cases set at most three.
  return fc.oneof(
    { weight: 3, arbitrary: selected },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys, noNullPrototype: true }) },
  );
}

function numbersOf({ minimum = -1000, maximum = 1000 }: Node): fc.Arbitrary<Json> {
  const bounds = { min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) };
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ ...bounds, max: Math.min(bounds.max, bounds.min + 100) }) },
    { weight: 1, arbitrary: fc.constantFrom(bounds.min, bounds.max, bounds.min - 1, bounds.max + 1) },
  );
}

function stringsOf({ format, minLength = 0, maxLength = 60 }: Node, name: string): fc.Arbitrary<Json> {
  const knownValues = byName[name];
  if (knownValues) return knownValues;
  if (format === "uuid") return ids;
  if (format === "email") return emails;
  if (format === "date-time") return times;
  if (format === "date") return days;
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) });
}
