import { isIP } from "node:net";
import { isLoopback } from "../config/config.ts";
import { classifyAddress } from "./address-class.ts";

/** What may be called from here. Everything else in the internet may, by https and on the usual ports. */
export type OutgoingRules = {
  /**
   * Origins (`http://192.168.1.20:11434`, `https://ki.praxis.example`) that the operator allows although they lead into
   * the network or lack https: a local model. Never one that a practice typed in.
   */
  allowedOrigins: ReadonlySet<string>;
  /** Whether any port of this machine may be called; for demonstration and development. */
  allowsLoopback: boolean;
  /** Ports of https; 443 and 8443 without it. */
  ports?: ReadonlySet<number>;
};

export type RefusalReason = "invalid" | "scheme" | "credentials" | "port" | "name" | "address";

/** The portal does not call that. Says why, and not what: addresses can hold secrets. */
export class OutgoingRefusedError extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(`outgoing call refused: ${reason}`);
    this.name = "OutgoingRefusedError";
    this.reason = reason;
  }
}

/** How far a call to some origin may reach. */
export type Reach = "internet" | "network" | "loopback";

const usualPorts: ReadonlySet<number> = new Set([443, 8443]);
/** Names that only mean something inside a network, so that nobody has to resolve them to know. */
const insideNames = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/**
 * Checks an address that somebody typed in, before it is stored. What its name leads to is checked again by every
 * connection: names change.
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

/** How far a call may reach. @throws {OutgoingRefusedError} when it may not be made at all */
export function reachOf(url: URL, rules: OutgoingRules): Reach {
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new OutgoingRefusedError("scheme");
  const host = hostOf(url);
  if (rules.allowedOrigins.has(url.origin)) {
    refuseAddress(host, "network");
    return "network";
  }
  if (rules.allowsLoopback && isLoopback(host)) return "loopback";
  if (url.protocol !== "https:") throw new OutgoingRefusedError("scheme");
  const ports = rules.ports ?? usualPorts;
  if (!ports.has(url.port === "" ? 443 : Number(url.port))) throw new OutgoingRefusedError("port");
  if (isIP(host) === 0 && (insideNames.test(host) || !host.includes("."))) {
    throw new OutgoingRefusedError("name");
  }
  refuseAddress(host, "internet");
  return "internet";
}

/** Whether a call of that reach may end at an address. */
export function reaches(reach: Reach, address: string): boolean {
  const found = classifyAddress(address);
  switch (reach) {
    case "internet":
      return found === "public";
    case "network":
      return found !== "never";
    case "loopback":
      return found === "loopback";
    default:
      return false;
  }
}

/** For an address instead of a name no resolver is asked, so it has to be looked at here. */
function refuseAddress(host: string, reach: Reach): void {
  if (isIP(host) !== 0 && !reaches(reach, host)) throw new OutgoingRefusedError("address");
}

/** As the parser wrote it (decimal, octal and hexadecimal forms are dotted by then), without brackets and last dot. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}
