import { cleanup, configure } from "@testing-library/react";
import { webcrypto } from "node:crypto";
import * as streams from "node:stream/web";
import { afterEach } from "vitest";

// On a busy machine a lazily loaded component can take longer than the default of one second.
configure({ asyncUtilTimeout: 10_000 });

// A page rendered by one test must not remain in the next.
if (typeof document !== "undefined") afterEach(cleanup);

// jsdom lacks these, and Node.js provides them only in its main global scope.
if (typeof ReadableStream === "undefined") Object.assign(globalThis, streams);
if (typeof crypto.subtle === "undefined") Object.defineProperty(globalThis, "crypto", { value: webcrypto });

/** jsdom has no layout, so nothing ever changes its size. */
class InertResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= InertResizeObserver;
