import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyAddress } from "./address-class.ts";

const expected = {
  public: [
    ["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0"],
    ["2606:4700:4700::1111", "2a00:1450:4001:82a::200e", "::ffff:8.8.8.8", "::ffff:808:808"],
    ["64:ff9b::8.8.8.8", "64:ff9b::808:808"],
  ],
  loopback: [
    ["127.0.0.1", "127.255.255.254", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "::ffff:7f00:1"],
    ["64:ff9b::127.0.0.1", "64:ff9b::7f00:1"],
  ],
  private: [
    ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1"],
    ["fc00::1", "fd12:3456:789a::1", "::ffff:192.168.1.1", "64:ff9b::10.0.0.1"],
  ],
  never: [
    ["0.0.0.0", "0.1.2.3", "169.254.169.254", "169.254.0.1", "192.0.0.192", "192.0.2.1", "198.18.0.1"],
    ["198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
    ["168.63.129.16", "100.100.100.200", "192.88.99.1"],
    ["::", "::2", "::127.0.0.1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "fd00:ec2::254"],
    ["2002:7f00:1::", "2002:a00:1::1", "2001::1", "2001:0:7f00:1::", "2001:db8::1", "3fff::1", "5f00::1"],
    ["64:ff9b:1::7f00:1", "64:ff9b::", "64:ff9b::169.254.169.254", "::ffff:0.0.0.0", "::ffff:0:0"],
    ["::ffff:169.254.169.254", "100::1", "", "localhost", "127.1", "2130706433", "0x7f.1", "[::1]"],
    ["1.1.1.1:80"],
  ],
};

describe("the class of an address", () => {
  it.each(
    Object.entries(expected).flatMap(([name, addresses]) =>
      addresses.flat().map((address) => [address, name] as const),
    ),
  )("N45 of %j is %s", (address, name) => {
    expect(classifyAddress(address)).toBe(name);
  });

  it("N45 is the same for a plain, mapped or translated IPv4 address", () => {
    const group = (high: number, low: number) => (high * 256 + low).toString(16);
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
        const plain = classifyAddress(address);
        const groups = `${group(a, b)}:${group(c, d)}`;
        for (const prefix of ["::ffff:", "64:ff9b::", "0:0:0:0:0:ffff:", "64:ff9b:0:0:0:0:"]) {
          expect(classifyAddress(`${prefix}${address}`)).toBe(plain);
          expect(classifyAddress(`${prefix}${groups}`)).toBe(plain);
        }
        // 6to4 and Teredo embed another address and are never allowed.
        expect(classifyAddress(`2002:${groups}::1`)).toBe("never");
        expect(classifyAddress(`2001:0:${groups}::1`)).toBe("never");
      }),
      { numRuns: 2000 },
    );
  });
});
