import type { Endpoint } from "@praxisportal/contract/endpoint";

/**
 * Throws if an endpoint lacks an access rule, an audit rule, or the way to reload its result for a repeated call. The
 * types require most of this, but the check also covers objects that were cast.
 */
export function assertDeclared(endpoint: Endpoint, hasReread: boolean): void {
  const { name, access, audit, method, replay } = endpoint;
  if (!access?.who) throw new Error(`${name} declares no access rule`);
  if (!audit || !("action" in audit || audit.none)) throw new Error(`${name} declares no audit rule`);
  if (method !== "GET" && "none" in audit && audit.none.length < 10)
    throw new Error(`${name} changes something without an audit entry and gives no reason`);
  if ((replay === "resource" || replay === "bill") !== hasReread)
    throw new Error(`${name}: "replay" does not match whether its result can be reloaded`);
}

/** Throws if an endpoint of the list has no handler or a handler is not in the list. */
export function assertComplete(endpoints: readonly Endpoint[], registered: ReadonlySet<string>): void {
  const names = new Set(endpoints.map((endpoint) => endpoint.name as string));
  const missing = [...names].filter((name) => !registered.has(name));
  const unknown = [...registered].filter((name) => !names.has(name));
  if (missing.length > 0) throw new Error(`endpoints without handler: ${missing.join(", ")}`);
  if (unknown.length > 0) throw new Error(`handlers without endpoint: ${unknown.join(", ")}`);
}
