import { call, type CallOptions } from "./call.ts";
import { readEvents, type StreamEvent } from "./read-events.ts";
import type { CallTarget, EndpointOf } from "./route.ts";

/**
 * Makes a call whose response is an event stream, and passes on each event as it arrives. Resolves when the server ends
 * the stream. Token, refresh and errors work as in every call, but the call is not retried after the first event. The
 * timeout covers the time until the stream starts, and silence within it.
 * @throws ApiError like any call, with NETWORK_ERROR or TIMEOUT for a broken stream. If the caller aborts, throws the
 * reason of `signal` and closes the connection.
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
