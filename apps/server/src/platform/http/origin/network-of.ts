import { isIP } from "node:net";
import { embeddedIpv4 } from "../../outgoing/address-class.ts";

/**
 * Returns the network that rate limits use for an address. For IPv4 this is the address itself. For IPv6 it is the
 * first 64 bits, because a subscriber can use 2^64 addresses. IPv4 embedded in IPv6 counts as IPv4. `::1` and texts
 * that are not addresses are returned unchanged.
 */
export function networkOf(address: string): string {
  const bare = address.split("%", 1)[0] ?? "";
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : address;
  const embedded = embeddedIpv4(bare);
  if (embedded !== undefined) return embedded;
  // The URL parser normalizes every IPv6 address to the short form of RFC 5952.
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  if (short === "::1") return short;
  return `${firstGroups(short).join(":")}::/64`;
}

function firstGroups(short: string): string[] {
  const [before = "", after] = short.split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after === undefined || after === "" ? [] : after.split(":");
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail].slice(0, 4);
}
