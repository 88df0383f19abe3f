import { type BlockList, isIP } from "node:net";
import { isLoopback } from "../config/public-address.ts";
import { classifyAddress, embeddedIpv4 } from "./address-class.ts";

/** Exceptions for outgoing calls. By default only public addresses are allowed, over https and on the usual ports. */
export type OutgoingRules = {
  /**
   * Origins such as `http://192.168.1.20:11434` that the operator allows even if they are in the local network or lack
   * https, for example for a local model. They never come from an organization.
   */
  allowedOrigins: ReadonlySet<string>;
  /** Whether every port of this machine may be called, for demonstration and development. */
  allowsLoopback: boolean;
  /**
   * Networks that the operator allows. Their addresses may be called over http and on any port, and names that resolve
   * to them over https on the usual ports. Link-local and metadata addresses inside them are never allowed.
   */
  allowedNetworks?: BlockList;
  /** Allowed ports for https, by default 443 and 8443. */
  ports?: ReadonlySet<number>;
};

export type RefusalReason = "invalid" | "scheme" | "credentials" | "port" | "name" | "address";

/** Thrown for a call that is not allowed. It has the reason but not the address, which may contain secrets. */
export class OutgoingRefusedError extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(`outgoing call refused: ${reason}`);
    this.name = "OutgoingRefusedError";
    this.reason = reason;
  }
}

/** Addresses that a call to an origin may reach. */
export type Reach = "internet" | "network" | "loopback";

const usualPorts: ReadonlySet<number> = new Set([443, 8443]);
/** Names that are valid only inside a network and are rejected without resolving them. */
const insideNames = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/**
 * Checks an address entered by a user before it is stored. Every connection checks the resolved addresses again,
 * because names change.
 *
 * @throws {OutgoingRefusedError}
 */
export function checkOutgoingUrl(value: string, rules: OutgoingRules): URL {
  if (!URL.canParse(value)) throw new OutgoingRefusedError("invalid");
  const url = new URL(value);
  if (url.username !== "" || url.password !== "") throw new OutgoingRefusedError("credentials");
  reachOf(url, rules);
  return url;
}

/** Returns the kind of addresses that a call may reach. @throws {OutgoingRefusedError} if the call is not allowed */
export function reachOf(url: URL, rules: OutgoingRules): Reach {
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new OutgoingRefusedError("scheme");
  const host = hostOf(url);
  if (rules.allowedOrigins.has(url.origin)) {
    assertAddressAllowed(host, "network", rules);
    return "network";
  }
  if (rules.allowsLoopback && isLoopback(host)) return "loopback";
  // The reach includes the allowed networks.
  if (isInAllowedNetwork(host, rules)) return "internet";
  if (url.protocol !== "https:") throw new OutgoingRefusedError("scheme");
  const ports = rules.ports ?? usualPorts;
  if (!ports.has(url.port === "" ? 443 : Number(url.port))) throw new OutgoingRefusedError("port");
  if (isIP(host) === 0 && (insideNames.test(host) || !host.includes("."))) {
    throw new OutgoingRefusedError("name");
  }
  assertAddressAllowed(host, "internet", rules);
  return "internet";
}

/** Returns whether a call with the given reach may connect to an address. */
export function reaches(reach: Reach, address: string, rules: OutgoingRules): boolean {
  const addressClass = classifyAddress(address);
  switch (reach) {
    case "internet":
      return addressClass === "public" || isInAllowedNetwork(address, rules);
    case "network":
      return addressClass !== "never";
    case "loopback":
      return addressClass === "loopback";
    default:
      return false;
  }
}

/** Checks a literal address, because it is not resolved. */
function assertAddressAllowed(host: string, reach: Reach, rules: OutgoingRules): void {
  if (isIP(host) !== 0 && !reaches(reach, host, rules)) throw new OutgoingRefusedError("address");
}

/** Returns whether an address is in a network of the operator. IPv4 embedded in IPv6 counts as IPv4. */
function isInAllowedNetwork(address: string, { allowedNetworks }: OutgoingRules): boolean {
  if (allowedNetworks === undefined || classifyAddress(address) === "never") return false;
  if (isIP(address) === 4) return allowedNetworks.check(address);
  const embedded = embeddedIpv4(address);
  return embedded === undefined ? allowedNetworks.check(address, "ipv6") : allowedNetworks.check(embedded);
}

/**
 * Returns the host as the URL parser normalized it (decimal, octal and hexadecimal forms become dotted), without
 * brackets and trailing dot.
 */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}
