import type { Endpoint } from "@praxisportal/contract/endpoint";
import { jsonSchemaOf } from "@praxisportal/contract/json-schema";
import fc from "fast-check";
import { adversarialTexts, adversarialValues, corruptedValues } from "./adversarial-values.ts";
import { unusualHeaders } from "./unusual-headers.ts";
import { type Json, valuesOf } from "./schema-values.ts";

/** Principals that send the cases. */
export const principals = [
  "anonymous",
  "viewer",
  "practice_admin",
  "org_admin",
  "browser",
  "application",
  "super_admin",
  "must_change",
] as const;
export type PrincipalName = (typeof principals)[number];

/** Framings of the body on the wire. */
export const framings = ["length", "chunked", "drops", "aborted", "longer", "shorter"] as const;
export type Framing = (typeof framings)[number];

/** One request to try, with placeholders (see schema-values.ts). */
export interface RequestCase {
  readonly endpoint: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly principal: PrincipalName;
  readonly headers: readonly (readonly [string, string])[];
  /** UTF-8 text, or bytes in hexadecimal. */
  readonly body: string | { readonly hex: string } | undefined;
  readonly framing: Framing;
  /** True if the transport is ordinary, so that the response must be one that the call declares. */
  readonly isPlain: boolean;
}

const encode = (value: string) => {
  // A lone surrogate cannot be percent-encoded; the replacement character is sent instead.
  const text = value.isWellFormed() ? value : value.toWellFormed();
  // Placeholders stay readable until they are filled in.
  return encodeURIComponent(text).replaceAll("%C2%A7", "§");
};

/** Generates path segments: mostly ids of people and organizations, sometimes hostile text. */
function pathSegments(name: string, path: string): fc.Arbitrary<string> {
  const isOrganization = path.includes(`/organizations/{${name}}`);
  // The provider has no address, so that no request of a case leaves the machine.
  const isProvider = name === "p";
  const valid = isOrganization
    ? fc.constantFrom("§organization§", "§organization§", "§organization§", "§otherOrganization§")
    : isProvider
      ? fc.constant("vllm")
      : fc.constantFrom("§colleague§", "§colleague§", "§pending§", "§self§", "§otherPerson§");
  return fc.oneof(
    { weight: 12, arbitrary: valid },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.uuid().map((id) => id.toUpperCase()) },
    { weight: 2, arbitrary: fc.constantFrom(...adversarialTexts).map((text) => encode(text)) },
    { weight: 1, arbitrary: fc.constantFrom("%", "%zz", "%C3", "%2e%2e", "%2F", "..", ";a=b", "me", "*") },
  );
}

function paths(endpoint: Endpoint): fc.Arbitrary<string> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const values = fc.tuple(...names.map((name) => pathSegments(name, endpoint.path)));
  const validPaths = values.map((segments) =>
    names.reduce(
      (path, name, index) => path.replace(`{${name}}`, () => segments[index] ?? ""),
      endpoint.path as string,
    ),
  );
  const malformed = fc.tuple(validPaths, fc.constantFrom("/", "//", "/.", "%20", ".json", "/../me", "#a"));
  return fc.oneof(
    { weight: 40, arbitrary: validPaths },
    { weight: 1, arbitrary: malformed.map(([path, end]) => path + end) },
  );
}

function queries(endpoint: Endpoint): fc.Arbitrary<string> {
  const valid: fc.Arbitrary<Json> = endpoint.query
    ? valuesOf(jsonSchemaOf(endpoint.query, "input"))
    : fc.constant({});
  const text = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 9000);
  const queryParts = (value: Json) =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([key, field]) => `${encode(key)}=${encode(text(field))}`)
      : [encode(text(value))];
  const extra = fc.constantFrom(
    "page=1&page=2",
    "search=a&search=b&search=c",
    "__proto__[a]=1",
    "constructor.prototype.a=1",
    "a[]=1&a[x]=2",
    "=",
    "&&&",
    "%",
    "search=%C3%28",
    "search=%00",
    "search=%ED%A0%80",
    "limit=1e1",
    "limit=0",
    "limit=101",
    "limit=-1",
    "limit=٣",
    "page=10000001",
    "page=99999999999999999999",
    `search=${"x".repeat(9000)}`,
    "a=1&".repeat(1500),
  );
  const asQuery = (parts: string[]) => (parts.length === 0 ? "" : `?${parts.join("&")}`);
  return fc.oneof(
    { weight: 8, arbitrary: valid.map((value) => asQuery(queryParts(value))) },
    ...(endpoint.query
      ? [{ weight: 3, arbitrary: corruptedValues(valid).map((value) => asQuery(queryParts(value))) }]
      : []),
    {
      weight: 1,
      arbitrary: fc.tuple(valid, extra).map(([value, more]) => asQuery([...queryParts(value), more])),
    },
  );
}

/** Generates request bodies as text. */
function requestBodies(endpoint: Endpoint): fc.Arbitrary<RequestCase["body"]> {
  const nothing = fc.constant(undefined);
  if (endpoint.method === "GET") {
    return fc.oneof({ weight: 20, arbitrary: nothing }, { weight: 1, arbitrary: fc.constant("{}") });
  }
  const valid = endpoint.body ? valuesOf(jsonSchemaOf(endpoint.body, "input")) : fc.constant({});
  const text = valid.map((value) => JSON.stringify(value));
  const malformedBodies = fc.oneof(
    text.map((json) => json.slice(0, -1)),
    text.map((json) => `${json}}`),
    text.map((json) => `\uFEFF${json}`),
    text.map((json) => json.replace("{", '{"__proto__":{"polluted":true},')),
    text.map((json) => json.replace("{", '{"password":"a","password":"b","username":1,')),
    text.map((json) => ({ hex: Buffer.from(json, "utf16le").toString("hex") })),
    text.map((json) => ({ hex: `${Buffer.from(json).toString("hex")}fffe00` })),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ hex: Buffer.from(bytes).toString("hex") })),
    fc.constantFrom(
      "",
      " ",
      "null",
      "1e999",
      "-",
      "undefined",
      "NaN",
      '"\\ud800"',
      '{"a":1e400}',
      `{"a":${"9".repeat(400)}}`,
      "[".repeat(50_000),
      '{"a":'.repeat(20_000),
      `${"[".repeat(200_000)}${"]".repeat(200_000)}`,
      `{"a":${"[".repeat(7_000)}${"]".repeat(7_000)}}`,
      `"${"x".repeat(1_048_576)}"`,
      `{"password":"${"x".repeat(900_000)}"}`,
      "a=b&c=d",
      "<a/>",
    ),
  );
  return fc.oneof(
    { weight: 14, arbitrary: text },
    { weight: 8, arbitrary: corruptedValues(valid).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: adversarialValues.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: malformedBodies },
    { weight: 1, arbitrary: nothing },
  );
}

const withRareCases = <T, U>(common: T, rare: fc.Arbitrary<U>, weight = 12): fc.Arbitrary<T | U> =>
  fc.oneof({ weight, arbitrary: fc.constant(common) }, { weight: 1, arbitrary: rare });

/** Generates requests to one call. */
function casesOf(endpoint: Endpoint): fc.Arbitrary<RequestCase> {
  return fc
    .record({
      method: withRareCases<string, string>(
        endpoint.method,
        fc.constantFrom(
          "PATCH",
          "HEAD",
          "OPTIONS",
          "TRACE",
          "PROPFIND",
          "FOO",
          "post",
          "DELETE",
          "PUT",
          "GET",
        ),
        60,
      ),
      path: paths(endpoint),
      query: queries(endpoint),
      principal: fc.constantFrom(...principals, "org_admin", "org_admin", "org_admin", "browser"),
      headers: unusualHeaders,
      body: requestBodies(endpoint),
      contentType: withRareCases<string | undefined, string | undefined>(
        "application/json",
        fc.constantFrom(
          undefined,
          "",
          "text/plain",
          "application/json; charset=utf-16",
          'application/json;charset="',
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "application/json, text/html",
          "APPLICATION/JSON",
          "application/problem+json",
          "*/*",
        ),
      ),
      framing: withRareCases<Framing, Framing>("length", fc.constantFrom(...framings), 15),
    })
    .map(({ path, query, contentType, body, ...rest }) => {
      const type =
        body === undefined || contentType === undefined ? [] : [["content-type", contentType] as const];
      const isPlain =
        rest.framing === "length" && rest.method === endpoint.method && isOrdinary(path, endpoint.path);
      const validRequest = { ...rest, framing: body === undefined ? ("length" as const) : rest.framing };
      return {
        ...validRequest,
        body,
        endpoint: endpoint.name,
        target: path + query,
        headers: [...type, ...rest.headers],
        isPlain,
      };
    });
}

/** Returns whether a path still matches its own call after decoding. */
function isOrdinary(path: string, pattern: string): boolean {
  const expression = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, "[§\\w-]{3,100}")}$`);
  return expression.test(path);
}

/** Generates requests to all calls with equal probability. */
export function requestCases(endpoints: readonly Endpoint[]): fc.Arbitrary<RequestCase> {
  return fc.oneof(...endpoints.map((endpoint) => casesOf(endpoint)));
}
