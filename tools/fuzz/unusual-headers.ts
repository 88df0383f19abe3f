import fc from "fast-check";

type Header = readonly [string, string];

const longText = "x".repeat(5000);

/** Values per header. A header that is not selected keeps the value of the principal, or is not sent. */
const values: Readonly<Record<string, readonly string[]>> = {
  authorization: [
    "",
    "Bearer",
    "Bearer ",
    "Bearer  x",
    "bearer x",
    "Basic YWRtaW46YWRtaW4=",
    "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.",
    `Bearer ${longText}`,
    "Bearer ü\u0080",
    "Bearer null",
  ],
  "x-organization-id": [
    "§otherOrganization§",
    "",
    "*",
    "null",
    "00000000-0000-0000-0000-000000000000",
    "§organization§, §otherOrganization§",
    "' or 1=1",
    longText,
  ],
  "idempotency-key": [
    "§fresh§",
    "§fresh§",
    "einmal",
    "",
    " ",
    "mit Leerzeichen",
    "ü",
    "x".repeat(201),
    "a,b",
  ],
  "if-match": [
    '"§version§"',
    '"§version§"',
    "*",
    '""',
    '"',
    'W/"1"',
    "1",
    '"99999999999999999999"',
    '"-1"',
    '"1", "2"',
  ],
  "accept-language": ["fr", "xx", "de-CH;q=0.9,*;q=0.1", ";;q=", "q=".repeat(500), "it,".repeat(1000)],
  accept: ["text/html", "*/*;q=x", "application/xml"],
  cookie: ["portal_8080=x", "a=b; a=c; ; =; x", "=", longText, '__Host-portal="x'],
  origin: ["null", "https://evil.test", "http://", "§origin§", "file://"],
  "sec-fetch-site": ["cross-site", "same-site", "none", "x"],
  "x-request-id": ["ein-Wert", "", "\u00e9", "a\tb", longText],
  "x-forwarded-for": ["127.0.0.1", "::1, evil", "not an address", longText],
  forwarded: ["for=127.0.0.1;host=evil.test"],
  host: ["evil.test", "localhost:99999", "", "[::"],
  "x-forwarded-host": ["evil.test"],
  "x-http-method-override": ["DELETE"],
  "x-device-fingerprint": [longText, "\u00ff"],
  "x-application-id": ["admin", "\u00ff"],
  "x-background-read": ["1"],
  "user-agent": ["", longText, "\u00e9\u00ff", "Mozilla/5.0 ${jndi:ldap://x}"],
  "content-encoding": ["gzip", "deflate", "x"],
  expect: ["100-continue"],
  range: ["bytes=0-1"],
  "transfer-encoding": ["identity", "gzip, chunked"],
  upgrade: ["websocket", "h2c"],
  connection: ["upgrade\r\nupgrade: h2c", "keep-alive, x", "te"],
  te: ["trailers"],
  "x-many": [longText.repeat(4)],
};

const unusualHeader: fc.Arbitrary<Header> = fc
  .constantFrom(...Object.entries(values))
  .chain(([name, headerValues]) => fc.constantFrom(...headerValues).map((value): Header => [name, value]));

/** Headers of most requests of the web app. */
const usualHeaders: fc.Arbitrary<readonly Header[]> = fc.constantFrom<readonly Header[]>(
  [],
  [],
  [["x-organization-id", "§organization§"]],
  [["x-organization-id", "§organization§"]],
  [
    ["x-organization-id", "§organization§"],
    ["idempotency-key", "§fresh§"],
  ],
);

/** The usual headers, sometimes with up to three odd ones, duplicates included. */
export const unusualHeaders: fc.Arbitrary<readonly Header[]> = fc.oneof(
  { weight: 3, arbitrary: usualHeaders },
  {
    weight: 1,
    arbitrary: fc
      .tuple(usualHeaders, fc.array(unusualHeader, { minLength: 1, maxLength: 3 }))
      .map(([first, more]) => [...first, ...more]),
  },
);
