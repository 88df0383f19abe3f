/** Trace that a request continues. */
export type TraceParent = { traceId: string; spanId: string; isSampled: boolean };

const format = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/;

/** Reads the header `traceparent` (W3C Trace Context). Returns undefined if it is invalid. */
export function parseTraceParent(header: string | undefined): TraceParent | undefined {
  const [, traceId, spanId, flags] = format.exec(header ?? "") ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: Number.parseInt(flags ?? "0", 16) % 2 === 1 };
}
