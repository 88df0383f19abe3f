import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Endpoint } from "@praxisportal/contract/endpoint";
import type { AuditRequest } from "../../../platform/audit/audit-record.ts";
import { chance } from "./season-calendar.ts";

export type Route = Pick<Endpoint, "method" | "path">;

const browsers = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
];

/** Returns the origin of a request from a network that is reserved for documentation. */
export function requestOf(
  username: string,
  { method, path }: Route,
  sessionId: string | null = null,
): AuditRequest {
  const deviceChance = chance(username, "device");
  return {
    id: uuidV7(),
    method,
    route: path,
    address: `192.0.2.${1 + Math.floor(deviceChance * 254)}`,
    userAgent: browsers[Math.floor(deviceChance * browsers.length)] ?? null,
    fingerprintHash: null,
    sessionId,
  };
}
