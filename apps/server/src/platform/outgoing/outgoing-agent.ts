import { Agent } from "undici";
import { type ConnectorOptions, guardedConnector } from "./guarded-connector.ts";
import type { OutgoingRules } from "./outgoing-rules.ts";

const connectTimeoutMs = 5_000;
/** Keep-alive time, long enough for the next question of a conversation to reuse its connection. */
const keepAliveMs = 30_000;

/**
 * Creates the only agent for calls to addresses that users enter, such as AI providers and webhooks. It calls only
 * addresses that the rules allow, keeps connections alive and follows no redirects. A refused call fails with
 * `OutgoingRefusedError` before any byte is written. Response timeouts are set per call.
 */
export function createOutgoingAgent(rules: OutgoingRules, options?: ConnectorOptions): Agent {
  return new Agent({
    connect: guardedConnector(rules, connectTimeoutMs, options),
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // Without pipelining, a request never waits behind another one on the same connection.
    pipelining: 1,
  });
}
