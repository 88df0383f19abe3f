import { BlockList, isIP } from "node:net";

/**
 * Network scope of an address.
 *
 * - `public` anywhere on the internet
 * - `loopback` this machine
 * - `private` the local network
 * - `never` not allowed by any setting: link-local including cloud metadata services, multicast, broadcast,
 *   unspecified, reserved, documentation, and tunnels that embed another address
 */
export type AddressClass = "public" | "loopback" | "private" | "never";

const loopback4 = listOf("ipv4", ["127.0.0.0/8"]);
const private4 = listOf("ipv4", ["10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16"]);
const never4 = listOf("ipv4", [
  "0.0.0.0/8",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Metadata services of Azure and Alibaba, within public or private ranges.
  "168.63.129.16/32",
  "100.100.100.200/32",
]);

const loopback6 = listOf("ipv6", ["::1/128"]);
const private6 = listOf("ipv6", ["fc00::/7"]);
/** Metadata service of AWS, within the private range. */
const metadata6 = listOf("ipv6", ["fd00:ec2::/32"]);
/** The only range assigned for the public internet, apart from the exceptions below. */
const global6 = listOf("ipv6", ["2000::/3"]);
const never6 = listOf("ipv6", [
  // Protocol assignments (with Teredo, benchmarking and ORCHID), 6to4 and documentation.
  "2001::/23",
  "2002::/16",
  "2001:db8::/32",
  "2620:4f:8000::/48",
  "3fff::/20",
]);
/** Ranges of IPv4 embedded in IPv6, which are IPv4-mapped and translated by NAT64. */
const embedding6 = listOf("ipv6", ["::ffff:0:0/96", "64:ff9b::/96"]);

/** @param address Address from a socket or a resolver. Any other text is `never`. */
export function classifyAddress(address: string): AddressClass {
  const bare = address.split("%")[0] ?? "";
  switch (isIP(bare)) {
    case 4:
      return classify4(bare);
    case 6:
      return classify6(bare);
    default:
      return "never";
  }
}

function classify4(address: string): AddressClass {
  if (never4.check(address)) return "never";
  if (loopback4.check(address)) return "loopback";
  return private4.check(address) ? "private" : "public";
}

function classify6(address: string): AddressClass {
  const embedded = embeddedIpv4(address);
  if (embedded !== undefined) return classify4(embedded);
  if (loopback6.check(address, "ipv6")) return "loopback";
  if (metadata6.check(address, "ipv6")) return "never";
  if (private6.check(address, "ipv6")) return "private";
  return global6.check(address, "ipv6") && !never6.check(address, "ipv6") ? "public" : "never";
}

/** Returns the IPv4 address inside an IPv4-mapped or NAT64 address, or undefined for any other IPv6 address. */
export function embeddedIpv4(address: string): string | undefined {
  if (!embedding6.check(address, "ipv6")) return undefined;
  // The URL parser writes the last 32 bits as two groups and may omit zero groups.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(":").slice(-2);
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group || "0", 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function listOf(type: "ipv4" | "ipv6", ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix = ""] = range.split("/");
    list.addSubnet(network, Number(prefix), type);
  }
  return list;
}
