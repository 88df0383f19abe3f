import { isIP } from "node:net";
import * as z from "zod/mini";
import { hostUrls } from "../db/hosts/database-hosts.ts";

/** Returns an error that quotes the value, for settings without a secret. */
const named = (problem: string) => ({
  error: ({ input }: { input?: unknown }) => `"${String(input)}" is ${problem}`,
});

/** Returns the schema of a whole number. Other notations such as `1e3` are rejected. */
export function wholeNumber(fallback: number, max: number, min = 0) {
  const text = named(`not a whole number from ${min} to ${max}`);
  const isInRange = (digits: string) => Number(digits) >= min && Number(digits) <= max;
  const digits = z.string().check(z.regex(/^\d+$/, text), z.refine(isInRange, text));
  return z._default(z.pipe(digits, z.transform(Number)), fallback);
}

/** Returns the schema of a decimal number from 0 to 1. */
export function share(fallback: number) {
  const digits = z.string().check(z.regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, named("not a number from 0 to 1")));
  return z._default(z.pipe(digits, z.transform(Number)), fallback);
}

/** On or off, in the usual spellings. */
export const onOrOff = z.stringbool({
  truthy: ["1", "on", "true", "yes"],
  falsy: ["0", "off", "false", "no"],
  ...named("neither on nor off"),
});

export function oneOf<const Choices extends readonly string[]>(
  choices: Choices,
  fallback: NoInfer<Choices[number]>,
) {
  return z._default(z.enum(choices, named(`not one of ${choices.join(", ")}`)), fallback);
}

/** Returns the schema of an address with one of the protocols. Its error omits the value, which may have a password. */
export function address(...schemes: readonly string[]) {
  const error = `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`;
  const url = z.url({ protocol: new RegExp(`^(?:${schemes.join("|")})$`), error });
  return z.pipe(
    url,
    z.transform((text) => new URL(text).href),
  );
}

/** An address without a path, because a path would look like a restriction without being one. */
export const origin = z.pipe(
  address("https", "http").check(
    z.refine((href) => href === `${new URL(href).origin}/` && !href.includes("*"), {
      error: "must be an origin without path, query or user",
    }),
  ),
  z.transform((href) => new URL(href)),
);

function isNetwork(text: string): boolean {
  const [base = "", prefix = "", ...rest] = text.split("/");
  if (isIP(base) === 0 || base.includes("%") || !/^\d{1,3}$/.test(prefix)) return false;
  return rest.length === 0 && Number(prefix) <= (isIP(base) === 4 ? 32 : 128);
}

/** A network in CIDR notation, such as `10.1.0.0/16`. A single address needs its prefix, `/32` or `/128`. */
export const cidr = z.string().check(z.refine(isNetwork, "must be networks such as 10.1.0.0/16"));

/** A network in a list that may also contain origins. */
export const network = z
  .string()
  .check(
    z.refine(
      isNetwork,
      "must be an origin such as https://labor.praxis.lan, or a network such as 10.1.0.0/16",
    ),
  );

/** Returns the entries of a list separated by commas. */
export const entriesOf = (list: string) => list.split(",").flatMap((entry) => entry.trim() || []);

/** 32 random bytes as base64. Its error omits the value. */
export const key32 = z
  .pipe(
    z.string(),
    z.transform((text) => Buffer.from(text, "base64")),
  )
  .check(z.refine(({ length }) => length === 32, "must be 32 bytes as base64 (openssl rand -base64 32)"));

/**
 * Address of a database with one or more hosts, such as `postgres://role:password@db1:5432,db2:5432/portal`. Its error
 * omits the value, which contains a password.
 */
export const databaseAddress = z.string().check(
  z.refine((text) => hostUrls(text).every((url) => isDatabaseUrl(url)), {
    error: "must be an address that begins with postgres:// or postgresql://",
  }),
);

function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^postgres(?:ql)?:$/.test(url.protocol) && url.hostname !== "";
}
