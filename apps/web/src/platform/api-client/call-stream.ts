import { call, type CallOptions } from "./call.ts";
import { readEvents, type StreamEvent } from "./read-events.ts";
import type { CallTarget, EndpointOf } from "./route.ts";

/**
 * Makes a call whose answer is a stream of events and gives each event as it comes; resolves when the server ends the
 * stream. Token, refresh and refusals are those of every call; once events come nothing is repeated. The time-out
 * covers the time until the stream begins, and silence in it.
 * @throws ApiError like any call, NETWORK_ERROR or TIMEOUT for a stream that broke; the reason of `signal` if the
 * caller gave up, which closes the connection.
 */
export async function callStream<T extends CallTarget>(
  target: T,
  options: CallOptions<EndpointOf<T>>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  await (call as (target: T, options: object) => Promise<unknown>)(target, {
    ...options,
    headers: { Accept: "text/event-stream, application/problem+json" },
    read: (response: Response) => readEvents(response, onEvent),
  });
}
