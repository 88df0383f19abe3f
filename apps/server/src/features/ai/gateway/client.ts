import type { ServerResponse } from "node:http";

/** The client that receives a response. */
export type Client = {
  /** Called when the client disconnects, or at once if it already has. */
  onDisconnect: (listener: () => void) => void;
  /** Called when the client has received what was sent. */
  onDrain: (listener: () => void) => void;
};

/**
 * Observes the client of a response. Create it before awaiting anything, so that a hold is released even if the client
 * disconnects while it is being placed.
 */
export function clientOf(response: ServerResponse): Client {
  let hasDisconnected = response.destroyed;
  const listeners: (() => void)[] = [];
  response.once("close", () => {
    // Also fires at the end of every complete response; by then the listeners do nothing.
    hasDisconnected = true;
    for (const listener of listeners) listener();
  });
  return {
    onDisconnect: (listener) => {
      listeners.push(listener);
      if (hasDisconnected) listener();
    },
    onDrain: (listener) => void response.on("drain", listener),
  };
}
