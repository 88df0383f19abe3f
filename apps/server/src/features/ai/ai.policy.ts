import type { AiWire } from "@praxisportal/contract/ai/providers.schema";
import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Whoever looks after the platform keeps the keys, addresses, prices and paperwork of providers. */
export function mayManageProviders({ role }: Principal): boolean {
  return role === "super_admin" || role === "admin";
}

/** The operator stops the AI of everybody. */
export function mayStopEverybody({ role }: Principal): boolean {
  return role === "super_admin";
}

/** Whoever manages the AI of a practice approves providers, says what is demanded of them, and stops people. */
export function mayManageAi(principal: Principal): boolean {
  return hasPermission(principal, "ai:manage");
}

/** Servers that run beside the portal or in the practice; as a rule they ask for no key. */
const ownServers: readonly AiWire[] = ["ollama", "vllm"];

/** Whether a provider cannot be asked without a key. */
export function needsKey(wire: AiWire): boolean {
  return !ownServers.includes(wire);
}

/** The address of a provider as it is kept, without a slash at its end; undefined for one with a query or fragment. */
export function providerAddress(address: string): string | undefined {
  if (!URL.canParse(address) || /[?#]/.test(address)) return undefined;
  return new URL(address).href.replace(/\/+$/, "");
}

/** Scheme, host and port of an address as it is kept: what a key and an approval are given for. */
export function originOf(address: string | null | undefined): string | null {
  return address ? new URL(address).origin : null;
}
