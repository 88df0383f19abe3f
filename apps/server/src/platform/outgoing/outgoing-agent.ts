import { Agent } from "undici";
import { type ConnectorOptions, guardedConnector } from "./guarded-connector.ts";
import type { OutgoingRules } from "./outgoing-rules.ts";

const connectTimeoutMs = 5_000;
/** Long enough for the next question of a conversation to reuse its connection. */
const keepAliveMs = 30_000;

/**
 * Creates the only agent for calls to addresses that users enter: AI providers, webhooks. It calls only what the rules
 * allow, keeps connections alive and follows no redirects. A refused call fails with `OutgoingRefusedError` before
 * anything is written. Response time-outs are set per call.
 */
export function createOutgoingAgent(rules: OutgoingRules, options?: ConnectorOptions): Agent {
  return new Agent({
    connect: guardedConnector(rules, connectTimeoutMs, options),
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // No pipelining: a request never waits behind another one on the same connection.
    pipelining: 1,
  });
}
