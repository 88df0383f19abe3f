import { Agent } from "undici";
import { type ConnectorParts, guardedConnector } from "./guarded-connector.ts";
import type { OutgoingRules } from "./outgoing-rules.ts";

const connectTimeoutMs = 5_000;
/** Long enough that the next question of a conversation finds its connection open. */
const keepAliveMs = 30_000;

/**
 * The only way out of the portal to an address that somebody typed in: providers of AI, webhooks. Calls what the rules
 * let it call, by connections it keeps; follows no redirect. What is refused fails with `OutgoingRefusedError` before
 * anything is written. Times for answers are each call's own.
 */
export function createOutgoingAgent(rules: OutgoingRules, parts?: ConnectorParts): Agent {
  return new Agent({
    connect: guardedConnector(rules, connectTimeoutMs, parts),
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // A call is never sent behind another that has not been answered.
    pipelining: 1,
  });
}
