import type { ServerResponse } from "node:http";

/** Whoever reads an answer. */
export type Reader = {
  /** Called when she goes; at once if she has gone. */
  onLeave: (listener: () => void) => void;
  /** Called when she has taken what was sent. */
  onDrain: (listener: () => void) => void;
};

/**
 * The reader of an answer. Made before anything is awaited: whoever goes while a hold is asked for must not leave it
 * behind.
 */
export function readerOf(response: ServerResponse): Reader {
  let hasLeft = response.destroyed;
  const listeners: (() => void)[] = [];
  response.once("close", () => {
    // Also the end of every whole answer, when nobody listens any more.
    hasLeft = true;
    for (const listener of listeners) listener();
  });
  return {
    onLeave: (listener) => {
      listeners.push(listener);
      if (hasLeft) listener();
    },
    onDrain: (listener) => void response.on("drain", listener),
  };
}
