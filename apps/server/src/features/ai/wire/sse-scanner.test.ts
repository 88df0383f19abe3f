import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SseScanner, SseTooLongError } from "./sse-scanner.ts";

type Event = { data: string; event: string };

const fixtures = join(import.meta.dirname, "fixtures");
const recordings = readdirSync(fixtures).filter((name) => name.endsWith(".sse"));

/** Returns the events of a stream that arrives in these pieces. */
function scan(chunks: readonly Uint8Array[]): Event[] {
  const events: Event[] = [];
  const scanner = new SseScanner((data, event) => events.push({ data, event }));
  for (const chunk of chunks) scanner.push(chunk);
  scanner.end();
  return events;
}

const scanText = (text: string) => scan([Buffer.from(text)]);
const message = (data: string): Event => ({ data, event: "" });

function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  // Each piece is a copy with its own buffer.
  return places.slice(1).map((to, index) => Buffer.from(bytes.subarray(places[index], to)));
}

describe("the scanner of server-sent events", () => {
  it("see R7a-02 reads data, names and several lines of data", () => {
    expect(scanText("data: a\n\nevent: b\ndata: c\ndata:d\n\ndata\n\n")).toEqual([
      message("a"),
      { data: "c\nd", event: "b" },
    ]);
  });

  it("see R7a-02 removes one space after the colon, and only one", () => {
    expect(scanText("data:  a \n\ndata:b\n\n")).toEqual([message(" a "), message("b")]);
  });

  it("see R7a-02 ignores comments, unknown fields, ids and empty events", () => {
    expect(scanText(": ping\n\nid: 1\nretry: 10\nfoo: x\n\nevent: leer\n\ndata: a\n\n")).toEqual([
      message("a"),
    ]);
  });

  it("see R7a-02 reads LF, CRLF and CR, even mixed, and a leading byte order mark", () => {
    const expected = [message("ä"), message("b\nc")];
    for (const end of ["\n", "\r\n", "\r"]) {
      expect(scanText(`\uFEFFdata: ä${end}${end}data: b${end}data: c${end}${end}`)).toEqual(expected);
    }
    expect(scanText("data: ä\r\n\rdata: b\ndata: c\r\n\n")).toEqual(expected);
  });

  it("see R7a-02 emits an event without a final empty line, because it may contain usage", () => {
    expect(scanText("data: a\n\ndata: b")).toEqual([message("a"), message("b")]);
    expect(scanText("data: a\n\ndata: b\n")).toEqual([message("a"), message("b")]);
  });

  it("see R7a-02 stops at an event without an end instead of filling the memory", () => {
    const scanner = new SseScanner(() => undefined, 1000);
    const chunk = Buffer.alloc(400, "x");
    scanner.push(Buffer.from("data: "));
    scanner.push(chunk);
    scanner.push(chunk);
    expect(() => scanner.push(chunk)).toThrow(SseTooLongError);
    const lines = new SseScanner(() => undefined, 1000);
    const line = Buffer.concat([Buffer.from("data: "), chunk, Buffer.from("\n")]);
    lines.push(line);
    lines.push(line);
    expect(() => lines.push(line)).toThrow(SseTooLongError);
  });

  it("see R7a-02 keeps no reference to a chunk that belongs to the socket", () => {
    const events: Event[] = [];
    const scanner = new SseScanner((data, event) => events.push({ data, event }));
    const first = Buffer.from("data: Größ");
    scanner.push(first);
    first.fill(0);
    scanner.push(Buffer.from("e\n\n"));
    expect(events).toEqual([message("Größe")]);
  });

  it.each(recordings)("see R7a-02 emits the same events of %s for any split of its bytes", (name) => {
    const bytes = readFileSync(join(fixtures, name));
    const expected = scan([bytes]);
    expect(expected.length).toBeGreaterThan(1);
    expect(scan(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 40 }), (cuts) => {
        expect(scan(split(bytes, cuts))).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it("see R7a-02 emits the same events of any stream of lines for any split of its bytes", () => {
    const line = fc.oneof(
      fc.string({ unit: "grapheme" }).map((text) => `data: ${text.replace(/[\r\n]/g, "")}`),
      fc.constantFrom("", "", ": x", "event: ä", "data", "data:", "id: 7", ":", "retry", "dat", "\u{1F9B7}"),
    );
    const stream = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")));
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 20 }), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((parts) => parts.join("")).join(""));
        expect(scan(split(bytes, cuts))).toEqual(scan([bytes]));
      }),
      { numRuns: 2000 },
    );
  });
});
