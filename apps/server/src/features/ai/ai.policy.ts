import type { AiWire } from "@praxisportal/contract/ai/providers.schema";
import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/**
 * Returns whether the caller manages the keys, addresses, prices and compliance records of providers: operator and
 * system administrators.
 */
export function mayManageProviders({ role }: Principal): boolean {
  return role === "super_admin" || role === "admin";
}

/** Returns whether the caller may stop AI use on the whole platform: only the operator. */
export function mayStopAllUsers({ role }: Principal): boolean {
  return role === "super_admin";
}

/** Returns whether the caller may approve providers, set the requirements for them, and stop users. */
export function mayManageAi(principal: Principal): boolean {
  return hasPermission(principal, "ai:manage");
}

/** Servers next to the portal or in the organization, which usually need no key. */
const ownServers: readonly AiWire[] = ["ollama", "vllm"];

/** Returns whether a provider needs a key. */
export function needsKey(wire: AiWire): boolean {
  return !ownServers.includes(wire);
}

/**
 * Returns a provider's address in stored form, without a trailing slash, or undefined if it has a query or fragment.
 */
export function providerAddress(address: string): string | undefined {
  if (!URL.canParse(address) || /[?#]/.test(address)) return undefined;
  return new URL(address).href.replace(/\/+$/, "");
}

/** Returns scheme, host and port of a stored address. Keys and approvals are bound to them. */
export function originOf(address: string | null | undefined): string | null {
  return address ? new URL(address).origin : null;
}
