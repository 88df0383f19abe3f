import { randomInt } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { networkOf } from "./network-of.ts";

const group = fc.integer({ min: 0, max: 0xffff });
/** Global addresses whose first group is not in a reserved range. */
const network = fc.tuple(fc.integer({ min: 0x2400, max: 0x3ffe }), group, group, group);
const host = fc.tuple(group, group, group, group);

const formatAddress = (groups: readonly number[], padded: boolean) =>
  groups.map((value) => value.toString(16).padStart(padded ? 4 : 1, "0")).join(":");

it("N74 all addresses of an IPv6 /64 count as one network in any notation", () => {
  fc.assert(
    fc.property(network, host, host, fc.boolean(), (net, one, other, padded) => {
      const first = networkOf(formatAddress([...net, ...one], padded));
      expect(networkOf(formatAddress([...net, ...other], !padded).toUpperCase())).toBe(first);
      expect(
        networkOf(new URL(`http://[${formatAddress([...net, ...other], false)}]`).hostname.slice(1, -1)),
      ).toBe(first);
      expect(first).toMatch(/^[0-9a-f:]+::\/64$/);
    }),
  );
});

it("N74 addresses of different IPv6 /64 networks count separately", () => {
  fc.assert(
    fc.property(network, network, host, (one, other, end) => {
      fc.pre(one.join() !== other.join());
      expect(networkOf(formatAddress([...one, ...end], false))).not.toBe(
        networkOf(formatAddress([...other, ...end], false)),
      );
    }),
  );
});

it("N74 each IPv4 address counts separately, even if it is written as IPv6", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const bytes = address.split(".").map(Number);
      const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
      const [high, low] = [hex.slice(0, 4), hex.slice(4)];
      expect(networkOf(address)).toBe(address);
      expect(networkOf(`::ffff:${address}`)).toBe(address);
      expect(networkOf(`::FFFF:${high}:${low}`)).toBe(address);
      expect(networkOf(`0:0:0:0:0:ffff:${high}:${low}`)).toBe(address);
      expect(networkOf(`64:ff9b::${high}:${low}`)).toBe(address);
    }),
  );
});

it.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["::1", "::1"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["1::", "1:0:0:0::/64"],
  ["127.0.0.1", "127.0.0.1"],
  ["", ""],
  ["mia.muster", "mia.muster"],
])("N74 %s counts as %s", (address, expected) => {
  expect(networkOf(address)).toBe(expected);
});

it("N74 any text is accepted", () => {
  fc.assert(
    fc.property(fc.string(), (text) => typeof networkOf(text) === "string"),
    {
      seed: randomInt(2 ** 31),
    },
  );
});
