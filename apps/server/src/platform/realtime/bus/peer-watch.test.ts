import { beforeEach, describe, expect, it } from "vitest";
import { PeerWatch } from "./peer-watch.ts";

let nowMs: number;
let watch: PeerWatch;
beforeEach(() => {
  nowMs = 1_000;
  watch = new PeerWatch(() => nowMs);
});

describe("the watch of other processes", () => {
  it("R0-227 counts a process as silent after 900 ms without a packet, until the next one", () => {
    watch.register(["a", "b"]);
    watch.recordPacket("a", 0, false);
    watch.recordPacket("b", 0, false);
    nowMs += 900;
    watch.recordPacket("b", 0, false);
    expect(watch.silent()).toEqual([]);
    nowMs += 1;
    expect(watch.silent()).toEqual(["a"]);
    watch.recordPacket("a", 0, false);
    expect(watch.silent()).toEqual([]);
    // Both a packet with messages and one that names the last of them reveal a gap in the numbers.
    expect(watch.recordPacket("a", 1, true)).toBe(false);
    expect(watch.recordPacket("a", 3, true)).toBe(true);
    expect(watch.recordPacket("a", 3, false)).toBe(false);
    expect(watch.recordPacket("a", 4, false)).toBe(true);
  });

  it("see R0-229 counts a registered process as silent until its first packet", () => {
    watch.register(["a"]);
    expect(watch.silent()).toEqual(["a"]);
    watch.recordPacket("a", 0, false);
    expect(watch.silent()).toEqual([]);
  });

  it("does not expect a process that is not registered or has stopped", () => {
    watch.recordPacket("a", 3, true);
    expect(watch.hasPeers).toBe(false);
    watch.register(["a"]);
    expect(watch.hasPeers).toBe(true);
    watch.remove("a");
    nowMs += 10_000;
    expect([watch.silent(), watch.hasPeers]).toEqual([[], false]);
  });

  it.each<[string, [seq: number, isCounted: boolean][], boolean[]]>([
    [
      "packets one after the other",
      [
        [1, true],
        [2, true],
        [3, true],
      ],
      [false, false, false],
    ],
    [
      "a heartbeat after each",
      [
        [0, false],
        [1, true],
        [1, false],
      ],
      [false, false, false],
    ],
    [
      "a packet that is missing before the next one",
      [
        [1, true],
        [3, true],
      ],
      [false, true],
    ],
    [
      "a packet that is missing before a heartbeat",
      [
        [1, true],
        [2, false],
      ],
      [false, true],
    ],
    ["the first packet missing", [[2, true]], [true]],
    [
      "a packet sent again",
      [
        [1, true],
        [2, true],
        [2, true],
        [3, true],
      ],
      [false, false, false, false],
    ],
  ])("see R0-227 detects missing numbers: %s", (_title, packets, missed) => {
    expect(packets.map(([seq, isCounted]) => watch.recordPacket("a", seq, isCounted))).toEqual(missed);
  });

  it("tracks the numbers of a process that could not register for up to a minute", () => {
    watch.register(["a"]);
    watch.recordPacket("a", 5, true);
    nowMs += 59_000;
    watch.register([]);
    expect(watch.recordPacket("a", 6, true)).toBe(false);
    nowMs += 61_000;
    watch.register([]);
    expect(watch.has("a")).toBe(false);
  });

  it("accepts a process of an older version, which counts no packets", () => {
    watch.register(["a"]);
    expect(watch.recordPacket("a", undefined, true)).toBe(false);
    expect(watch.recordPacket("a", undefined, true)).toBe(false);
  });
});
