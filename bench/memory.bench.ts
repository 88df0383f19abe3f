import { setTimeout } from "node:timers/promises";
import { load } from "./support/load.ts";
import { type BenchPortal, startBenchPortal } from "./support/portal.ts";
import type { Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";

/** Longer than the time after which the server returns memory to the system. */
const quietMs = scaled(25_000, 0);

/** Measures the resident memory of the server process: idle, under load and idle again. Excludes the database. */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  try {
    const { accessToken, organizationId } = await portal.signIn("inhaberin");
    const startedMb = portal.memoryMb();
    await setTimeout(quietMs);
    const idleMb = portal.memoryMb();
    const peakMb = await measurePeak(portal, [
      { path: "/api/v1/users/me", accessToken },
      { path: `/api/v1/organizations/${organizationId}/users`, accessToken },
      { path: "/healthz", accessToken },
    ]);
    await setTimeout(quietMs);
    return [
      { subject: "server memory, first sign-in after the start", value: startedMb, unit: "MB" },
      { subject: "server memory, idle", value: idleMb, unit: "MB", budget: { max: 110 } },
      { subject: "server memory, highest under load", value: peakMb, unit: "MB", budget: { max: 300 } },
      { subject: "server memory, idle after load", value: portal.memoryMb(), unit: "MB" },
    ];
  } finally {
    await portal.stop();
  }
}

async function measurePeak(
  portal: BenchPortal,
  calls: { path: string; accessToken: string }[],
): Promise<number> {
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, portal.memoryMb());
  }, 100);
  for (const { path, accessToken } of calls) {
    const headers = { authorization: `Bearer ${accessToken}` };
    await load(portal, { url: portal.baseUrl + path, headers, seconds: 5 });
  }
  clearInterval(timer);
  return peakMb;
}
