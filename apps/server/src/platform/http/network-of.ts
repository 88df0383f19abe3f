import { isIP } from "node:net";
import { embeddedIpv4 } from "../outgoing/address-class.ts";

/**
 * The network by which limits count an address: IPv4 by itself, IPv6 by its first 64 bits, because a subscriber chooses
 * among 2^64 addresses. IPv4 written as IPv6 counts as IPv4. `::1` and anything that is no address stay as they are.
 */
export function networkOf(address: string): string {
  const bare = address.split("%", 1)[0] ?? "";
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : address;
  const embedded = embeddedIpv4(bare);
  if (embedded !== undefined) return embedded;
  // The URL parser writes every IPv6 address in the one short form of RFC 5952.
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
