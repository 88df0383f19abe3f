import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundaryOf, MultipartReader } from "./multipart.ts";
import { ProblemError } from "../problem.ts";

const boundary = "grenze";

/** Returns the bytes in chunks that end at the given positions. */
function cut(bytes: Buffer, places: readonly number[]) {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  const chunks = [0, ...ends].map((from, index) => bytes.subarray(from, ends[index] ?? bytes.length));
  const filled = chunks.filter((chunk) => chunk.length > 0).values();
  return { next: async () => filled.next().value };
}

type Part = { name: string; isFile: boolean; mediaType: string; content: Buffer };

/** Reads a complete form. Returns the error code if it is rejected. */
async function read(bytes: Buffer, places: readonly number[] = []): Promise<Part[] | string> {
  const reader = new MultipartReader(cut(bytes, places), boundary);
  const parts: Part[] = [];
  try {
    for (let head = await reader.next(); head !== undefined; head = await reader.next()) {
      const chunks: Buffer[] = [];
      for await (const chunk of reader.body()) chunks.push(chunk);
      parts.push({ ...head, content: Buffer.concat(chunks) });
    }
    return parts;
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
}

const part = (content: string | Buffer, head = 'Content-Disposition: form-data; name="a"') =>
  Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from("\r\n")]);
const end = Buffer.from(`--${boundary}--\r\n`);
const form = (...parts: Buffer[]) => Buffer.concat([...parts, end]);

describe("a form", () => {
  it("see R7a-13 returns names, files and bytes as they were sent", async () => {
    const complete = await read(
      form(
        part("de", 'content-disposition:form-data; name="language"'),
        part("", "Content-Disposition: form-data; name=leer\r\nContent-Type: text/plain; charset=utf-8"),
        part(
          "\r\n--grenz\r\n--\r\n",
          'CONTENT-DISPOSITION: form-data; filename="a \\"b\\"; name=c.wav"; name="audio"\r\ncontent-type: Audio/WAV\r\nx-other: 1',
        ),
      ),
    );
    expect(complete).toEqual([
      { name: "language", isFile: false, mediaType: "", content: Buffer.from("de") },
      { name: "leer", isFile: false, mediaType: "text/plain; charset=utf-8", content: Buffer.alloc(0) },
      { name: "audio", isFile: true, mediaType: "audio/wav", content: Buffer.from("\r\n--grenz\r\n--\r\n") },
    ]);
    // A delimiter followed by other characters is not allowed in content.
    expect(await read(form(part("\r\n--grenze-")))).toBe("UPLOAD_MALFORMED");
    // The final line break is optional.
    expect(await read(Buffer.concat([part("x"), end.subarray(0, -2)]))).toHaveLength(1);
  });

  it.each<[string, Buffer]>([
    ["nothing", Buffer.alloc(0)],
    ["no delimiter at its start", Buffer.concat([Buffer.from("vorher\r\n"), form(part("x"))])],
    ["a line before it", Buffer.concat([Buffer.from("\r\n"), form(part("x"))])],
    ["another boundary", Buffer.from(form(part("x")).toString().replaceAll("grenze", "andere"))],
    ["other line endings", Buffer.from(form(part("x")).toString().replaceAll("\r\n", "\n"))],
    [
      "spaces after a delimiter",
      Buffer.from(form(part("x")).toString().replace("grenze\r\n", "grenze \r\n")),
    ],
    ["a part without a head", Buffer.concat([Buffer.from(`--${boundary}\r\n\r\nx\r\n`), end])],
    ["no end", part("x")],
    ["bytes after its end", Buffer.concat([form(part("x")), Buffer.from("\r\n")])],
    ["a part without a name", form(part("x", "Content-Disposition: form-data"))],
    ["two names", form(part("x", 'Content-Disposition: form-data; name="a"; name="b"'))],
    [
      "a header twice",
      form(part("x", 'Content-Disposition: form-data; name="a"\r\ncontent-disposition: form-data; name="b"')),
    ],
    ["another disposition", form(part("x", 'Content-Disposition: attachment; name="a"'))],
    ["an open quote", form(part("x", 'Content-Disposition: form-data; name="a'))],
    ["a folded header", form(part("x", 'Content-Disposition: form-data;\r\n name="a"'))],
    ["a header without a colon", form(part("x", 'Content-Disposition: form-data; name="a"\r\nunsinn'))],
    ["a NUL in a header", form(part("x", 'Content-Disposition: form-data; name="a\0"'))],
    [
      "a mail encoding",
      form(part("x", 'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64')),
    ],
    [
      "a head beyond 4096 bytes",
      form(part("x", `Content-Disposition: form-data; name="a"\r\nx: ${"y".repeat(4_096)}`)),
    ],
    [
      "a head that never ends",
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${"a".repeat(9_000)}`),
    ],
    ["more than 20 parts", form(...Array.from({ length: 21 }, () => part("x")))],
  ])("see R5-43 with %s is rejected, however it is split into chunks", async (_, bytes) => {
    for (const places of [[], [1], Array.from({ length: bytes.length }, (__, index) => index)]) {
      expect(await read(bytes, places)).toBe("UPLOAD_MALFORMED");
    }
  });

  it("see R5-43 returns any content unchanged for any split into chunks", async () => {
    // Generates mostly bytes that look like a delimiter.
    const bytes = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            "\r",
            "\n",
            "\r\n",
            "-",
            "--",
            "\r\n--",
            `\r\n--${boundary.slice(0, -1)}`,
            boundary,
            `--${boundary}`,
          ),
          fc.uint8Array({ maxLength: 20 }).map((some) => Buffer.from(some).toString("latin1")),
        ),
        { maxLength: 30 },
      )
      .map((words) => Buffer.from(words.join(""), "latin1"))
      .filter((content) => !Buffer.concat([Buffer.from("\r\n"), content]).includes(`\r\n--${boundary}`));
    await fc.assert(
      fc.asyncProperty(
        fc.array(bytes, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        async (contents, places) => {
          const parts = await read(form(...contents.map((content) => part(content))), places);
          expect(parts).toEqual(
            contents.map((content) => ({ name: "a", isFile: false, mediaType: "", content })),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it("see R5-43 never yields more bytes than were sent if it is malformed", async () => {
    const good = form(part("eins"), part("zwei", 'Content-Disposition: form-data; name="b"; filename="c"'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(good.length), fc.nat(3), fc.uint8Array({ maxLength: 4 })), { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 10 }),
        async (changes, places) => {
          const malformed = changes.reduce(
            (bytes, [at, dropped, added]) =>
              Buffer.concat([bytes.subarray(0, at), Buffer.from(added), bytes.subarray(at + dropped)]),
            good,
          );
          const parts = await read(malformed, places);
          const complete = await read(malformed);
          expect(parts).toEqual(complete);
          const size =
            typeof parts === "string" ? 0 : parts.reduce((sum, { content }) => sum + content.length, 0);
          expect(size).toBeLessThanOrEqual(malformed.length);
        },
      ),
      { numRuns: 500 },
    );
  });
});

it.each([
  ["multipart/form-data; boundary=abc", "abc"],
  ['multipart/form-data;boundary="a b"', undefined],
  ['Multipart/Form-Data; boundary="a=b:c"', "a=b:c"],
  ["multipart/form-data; boundary=", undefined],
  ["multipart/form-data; boundary=a; boundary=b", undefined],
  ["multipart/form-data; charset=utf-8; boundary=a", undefined],
  [`multipart/form-data; boundary=${"x".repeat(71)}`, undefined],
  ["multipart/mixed; boundary=a", undefined],
  ["multipart/form-data", undefined],
  [undefined, undefined],
])("see R5-43 the boundary of %j is %j", (type, expected) => {
  expect(boundaryOf(type)).toBe(expected);
});
