import autocannon from "autocannon";
import type { Child } from "./process.ts";
import { scaled } from "./scale.ts";

/** The result of one load run. */
export type LoadResult = {
  requests: number;
  requestsPerSecond: number;
  p99Ms: number;
  cpuMicrosPerRequest: number;
};

type LoadOptions = {
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON by POST. */
  body?: object;
  connections?: number;
  seconds?: number;
};

/**
 * Sends requests over keep-alive connections for the given seconds. Any response other than 2xx invalidates the run.
 */
export async function load(target: Child, options: LoadOptions): Promise<LoadResult> {
  const cpuBefore = target.cpuSeconds();
  const result = await autocannon({
    url: options.url,
    headers: { ...options.headers, ...(options.body && { "content-type": "application/json" }) },
    ...(options.body && { method: "POST", body: JSON.stringify(options.body) }),
    connections: options.connections ?? 32,
    ...scaled({ duration: options.seconds ?? 3 }, { amount: 64 }),
  });
  const cpu = target.cpuSeconds() - cpuBefore;
  if (result.non2xx > 0 || result.errors > 0) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(`${options.url}: ${result.non2xx} refusals, ${result.errors} errors, ${statuses}`);
  }
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.total / result.duration,
    p99Ms: result.latency.p99,
    cpuMicrosPerRequest: (cpu * 1_000_000) / result.requests.total,
  };
}
