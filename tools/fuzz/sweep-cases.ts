import type { Endpoint } from "@praxisportal/contract/endpoint";
import { type JsonSchema, jsonSchemaOf } from "@praxisportal/contract/json-schema";
import type { PrincipalName, RequestCase } from "./request-cases.ts";
import type { Json } from "./schema-values.ts";

type Node = JsonSchema & {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
};

/** One valid value per field name, so that only the field under test is wrong. */
const validValues: Readonly<Record<string, Json>> = {
  path: "/api/v1/users/export?format=csv",
  password: "§password§",
  currentPassword: "§password§",
  newPassword: "Sonnen-Garten-83",
  username: "§fresh§",
  initials: "JM",
  at: "2099-07-01T18:00",
  physicianNumber: "362364901",
  role: "viewer",
  phone: "+49 30 1234567",
  pin: "482916",
  dateRange: "2024-01-01..2026-12-31",
  token: "§invitation§",
  organizationId: "§organization§",
  type: "viewer",
  permissions: [],
  userIds: ["§colleague§"],
  totpCode: "123456",
  stopped: false,
  provider: "vllm",
  messages: [{ role: "user", content: "Probe" }],
  // The portal refuses to call this address, so that no request of a case leaves the machine.
  url: "https://labor.praxis.lan/eingang",
  eventTypes: ["department.created"],
  iban: "DE02500105170137075030",
  month: "2026-11",
};

/** Strings that any field may receive. */
const edgeCaseTexts = [
  "",
  "\0",
  "a\0b",
  "\uD800",
  "\u202Ea\r\nb",
  "x".repeat(20_000),
  "%00%ff'\"\\;--",
  "0001-01-01T00:00:00+14:00",
  "9999-12-31T23:59:59.999999999-14:00",
  "0000-01-01..9999-12-31",
  "99999999999999999999",
  "-1",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "__proto__",
] as const;

const edgeCaseValues: readonly Json[] = [
  ...edgeCaseTexts,
  null,
  true,
  -1,
  2 ** 53,
  1.5,
  [],
  ["\0", null, {}],
  {},
  { constructor: 1, a: { b: "\0" } },
];

/** Returns the paths of an object's fields, nested ones included. */
function fieldsOf(node: Node, path: readonly string[] = []): (readonly string[])[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) => [
    [...path, name],
    ...fieldsOf(field, [...path, name]),
  ]);
}

/** Returns a valid value with its required fields and those on the path to a field. */
function validValueOf(node: Node, name: string, fieldPath: readonly string[]): Json {
  if (name in validValues && node.properties === undefined) return validValues[name] ?? null;
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[0] ?? null;
  if (node.anyOf) return validValueOf(node.anyOf[0] ?? {}, name, fieldPath);
  if (node.properties) {
    const { required = [], properties } = node;
    const selectedFields = Object.entries(properties).filter(
      ([key]) => required.includes(key) || key === fieldPath[0],
    );
    return Object.fromEntries(
      selectedFields.map(([key, field]) => [
        key,
        validValueOf(field, key, key === fieldPath[0] ? fieldPath.slice(1) : []),
      ]),
    );
  }
  const type = Array.isArray(node.type) ? (node.type as readonly string[])[0] : node.type;
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return node.minimum ?? 1;
  if (type === "array") return [];
  if (type === "object") return {};
  if (node.format === "uuid") return "§colleague§";
  if (node.format === "email") return "§fresh§@example.org";
  if (node.format === "date") return "2026-01-02";
  if (node.format === "date-time") return "2031-01-01T00:00:00Z";
  return "Probe".padEnd(node.minLength ?? 0, "x");
}

function withField(value: Json, [first, ...rest]: readonly string[], invalid: Json): Json {
  if (first === undefined || typeof value !== "object" || value === null || Array.isArray(value))
    return invalid;
  return { ...value, [first]: withField(value[first] ?? {}, rest, invalid) };
}

/** Returns the principal that gets furthest into a call. */
function principalFor({ access: { who } }: Endpoint): PrincipalName {
  if (who === "public") return "anonymous";
  if (who.startsWith("token")) return "application";
  return who.startsWith("role:super_admin") && !who.includes("org_admin") ? "super_admin" : "org_admin";
}

const textOf = (value: string) => encodeURIComponent(value.toWellFormed()).replaceAll("%C2%A7", "§");

/** Returns cases for every field of every call with every edge-case value; all other fields are valid. */
export function sweepCases(endpoints: readonly Endpoint[]): RequestCase[] {
  return endpoints.flatMap((endpoint) => [
    ...bodyCases(endpoint),
    ...queryCases(endpoint),
    ...pathCases(endpoint),
  ]);
}

/** Returns one case of every call without input, which the sweep does not contain, so that every run sends it. */
export function casesWithoutInput(endpoints: readonly Endpoint[]): RequestCase[] {
  const sweptEndpoints = new Set(sweepCases(endpoints).map(({ endpoint }) => endpoint));
  return endpoints
    .filter(({ name }) => !sweptEndpoints.has(name))
    .map((endpoint) => caseOf(endpoint, endpoint.path, undefined));
}

/**
 * Returns one of `share` cases, and at least one of each call. The selection depends on the seed, so that runs with
 * different seeds together send all of them.
 */
export function sweepShare(cases: readonly RequestCase[], share: number, seed: number): RequestCase[] {
  const seenEndpoints = new Set<string>();
  return cases.filter(({ endpoint }, index) => {
    const isFirst = !seenEndpoints.has(endpoint);
    seenEndpoints.add(endpoint);
    return isFirst || index % share === seed % share;
  });
}

function caseOf(endpoint: Endpoint, target: string, body: Json | undefined): RequestCase {
  const principal = principalFor(endpoint);
  const inOrganization = principal === "org_admin" ? [["x-organization-id", "§organization§"] as const] : [];
  return {
    endpoint: endpoint.name,
    method: endpoint.method,
    target,
    principal,
    headers: [
      ...inOrganization,
      ...(body === undefined ? [] : [["content-type", "application/json"] as const]),
    ],
    body: body === undefined ? undefined : JSON.stringify(body),
    framing: "length",
    // A value in the path may make the request match another call.
    isPlain: !target.includes("%") && target.length < 300,
  };
}

const pathWith = (endpoint: Endpoint, values: Readonly<Record<string, string>> = {}): string =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const isOrganization = endpoint.path.includes(`/organizations/{${name}}`);
    // The provider has no address, so that no request of a case leaves the machine.
    const defaultValue = isOrganization ? "§organization§" : name === "p" ? "vllm" : "§colleague§";
    return values[name] ?? defaultValue;
  });

const schemaOf = (schema: Endpoint["body"]): Node => (schema ? jsonSchemaOf(schema, "input") : {});

function bodyCases(endpoint: Endpoint): RequestCase[] {
  if (endpoint.body === undefined) return [];
  const node = schemaOf(endpoint.body);
  const fields = fieldsOf(node);
  // A form that has only a file gets an unknown field.
  return (fields.length === 0 ? [["unknown"]] : fields).flatMap((path) =>
    edgeCaseValues.map((invalid) =>
      caseOf(endpoint, pathWith(endpoint), withField(validValueOf(node, "", path), path, invalid)),
    ),
  );
}

/** Returns a valid body, for calls whose other parts are under test. */
export function validBodyOf(endpoint: Endpoint): Json | undefined {
  return endpoint.body === undefined ? undefined : validValueOf(schemaOf(endpoint.body), "", []);
}

function queryCases(endpoint: Endpoint): RequestCase[] {
  return fieldsOf(schemaOf(endpoint.query)).flatMap(([name = ""]) =>
    edgeCaseTexts.map((invalid) =>
      caseOf(
        endpoint,
        `${pathWith(endpoint)}?${name}=${textOf(invalid.slice(0, 5000))}`,
        validBodyOf(endpoint),
      ),
    ),
  );
}

function pathCases(endpoint: Endpoint): RequestCase[] {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names.flatMap((name) =>
    edgeCaseTexts.map((invalid) =>
      caseOf(endpoint, pathWith(endpoint, { [name]: textOf(invalid.slice(0, 2000)) }), validBodyOf(endpoint)),
    ),
  );
}
