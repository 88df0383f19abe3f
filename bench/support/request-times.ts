import type { BenchPortal } from "./portal.ts";
import { scaled } from "./scale.ts";

const requestsMax = 100;
const requestsMin = scaled(8, 1);

/** Times in ms. `cpu` is the CPU time of server and database per request, which a busy machine affects least. */
export type Times = { p50: number; p95: number; p99: number; cpu: number };

/** Sends requests sequentially. Any failed request invalidates the run. */
export async function timeOf(
  portal: BenchPortal,
  path: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<Times> {
  const cpuNow = async () => portal.cpuSeconds() + (await portal.databaseCpuSeconds());
  const sendRequest = async () => {
    const startedAt = performance.now();
    const response = await fetch(`${portal.baseUrl}${path}`, { headers });
    const body = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
    return performance.now() - startedAt;
  };
  // PostgreSQL plans the first executions of a prepared statement with their values. Only later executions are
  // measured.
  for (let index = 0, spent = 0; index < 6 && spent < seconds * 500; index += 1) spent += await sendRequest();
  const cpuBefore = await cpuNow();
  const times: number[] = [];
  for (let spent = 0; times.length < requestsMax;) {
    if (spent > seconds * 1000 && times.length >= requestsMin) break;
    const time = await sendRequest();
    times.push(time);
    spent += time;
  }
  const cpu = (((await cpuNow()) - cpuBefore) * 1000) / times.length;
  times.sort((left, right) => left - right);
  const percentile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99), cpu };
}
