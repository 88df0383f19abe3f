import { describe, expect, it, vi } from "vitest";
import { OutgoingMessages } from "./outgoing-messages.ts";
import { decodePacket } from "./packets.ts";

const id = "b6d1a0f0-0000-4000-8000-000000000000";
const maxBytes = 7_999;

function packets(outgoing: OutgoingMessages, onTooLarge: (channel: string) => void = () => undefined) {
  const texts: string[] = [];
  for (;;) {
    const packet = outgoing.next(maxBytes, onTooLarge);
    if (packet === undefined) return texts;
    texts.push(packet.text);
    outgoing.confirm();
  }
}

describe("waiting messages", () => {
  it("are split into packets of at most 20 within the size limit, even with multi-byte characters", () => {
    const outgoing = new OutgoingMessages(id);
    const payloads = Array.from({ length: 40 }, (_, n) => ({ n, text: "ä".repeat(500) }));
    for (const payload of payloads) outgoing.add(["news", payload]);
    const sentPackets = packets(outgoing);
    for (const text of sentPackets) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    expect(sentPackets).toHaveLength(6);
    expect(sentPackets.map((text) => decodePacket(text)?.seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(sentPackets.flatMap((text) => decodePacket(text)?.messages.map(([, payload]) => payload))).toEqual(
      payloads,
    );
  });

  it("are returned with the same number until they are confirmed", () => {
    const outgoing = new OutgoingMessages(id);
    outgoing.add(["news", { n: 1 }]);
    const first = outgoing.next(maxBytes, () => undefined);
    outgoing.add(["news", { n: 2 }]);
    expect(outgoing.next(maxBytes, () => undefined)).toBe(first);
    outgoing.confirm();
    expect(packets(outgoing).map((text) => decodePacket(text)?.seq)).toEqual([2]);
  });

  it("see R0-227 leave a gap in the numbers if one is too large for a packet, and the others are sent", () => {
    const outgoing = new OutgoingMessages(id);
    const onTooLarge = vi.fn<(channel: string) => void>();
    outgoing.add(["news", { n: 1 }]);
    outgoing.add(["large", { text: "x".repeat(8_000) }]);
    outgoing.add(["news", { n: 2 }]);
    expect(packets(outgoing, onTooLarge).map((text) => decodePacket(text)?.seq)).toEqual([1, 3]);
    expect(onTooLarge.mock.calls).toEqual([["large"]]);
  });

  it("fill a packet to its last byte", () => {
    const outgoing = new OutgoingMessages(id);
    outgoing.add(["news", { x: "" }]);
    const overhead = Buffer.byteLength(packets(outgoing)[0] ?? "");
    outgoing.add(["news", { x: "x".repeat(maxBytes - overhead) }]);
    outgoing.add(["news", { x: "x".repeat(maxBytes - overhead + 1) }]);
    expect(packets(outgoing).map((text) => Buffer.byteLength(text))).toEqual([maxBytes]);
  });

  it("see R0-227 leave a gap in the numbers if 10,000 wait and are dropped", () => {
    const outgoing = new OutgoingMessages(id);
    const dropped = Array.from({ length: 10_001 }, (_, n) => outgoing.add(["news", { n }])).filter(
      (n) => n > 0,
    );
    expect(dropped).toEqual([10_000]);
    expect(packets(outgoing).map((text) => decodePacket(text))).toEqual([
      { from: id, seq: 2, signal: undefined, messages: [["news", { n: 10_000 }]] },
    ]);
  });
});
