import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { WebSocket } from "ws";
import type { Cluster } from "./scenarios.ts";
import type { ClusterPage, ClusterPortal } from "./cluster-portal.ts";
import type { Check } from "./failover-scenarios.ts";

const changes = 100;
const changePauseMs = 10;
/** Time within which an event must arrive. Otherwise it counts as lost. */
const arrivalMs = 2_000;
const cutMs = 3_000;

/** An open page that counts the updates it received, and records when it was asked to refetch. */
class CountingPage {
  readonly names = new Set<string>();
  readonly rereadAt: number[] = [];
  readonly #socket: WebSocket;

  constructor({ socket }: ClusterPage) {
    this.#socket = socket;
    socket.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as {
        event?: string;
        data?: { type?: string; departmentId?: string };
      };
      if (frame.data?.type === "updates.missed") this.rereadAt.push(performance.now());
      else if (frame.data?.departmentId !== undefined) this.names.add(frame.data.departmentId);
    });
  }

  async close(): Promise<void> {
    const closed = once(this.#socket, "close");
    this.#socket.close();
    await closed;
  }
}

/**
 * Opens pages at every process and makes changes at one of them. Each page must receive all updates. After a process
 * was cut off, its pages must be asked to refetch when it receives messages from the others again.
 */
export async function checkLiveUpdates(
  bus: string,
  portals: readonly ClusterPortal[],
  { other, used, nats }: Cluster,
): Promise<Check[]> {
  const fault = `live updates, ${bus}`;
  const pages = await Promise.all(portals.map(async (portal) => new CountingPage(await portal.openPage())));
  const atUsed = pages[portals.indexOf(used)];
  if (atUsed === undefined) throw new Error("no page is open at the process where the user works");
  const token = await other.signInAdministrator();
  const change = () => other.createDepartment(token);

  const createdIds: string[] = [];
  for (let count = 0; count < changes; count += 1) {
    createdIds.push(await change());
    await sleep(changePauseMs);
  }
  const deadline = performance.now() + arrivalMs;
  const missingCount = () =>
    pages.reduce((sum, { names }) => sum + createdIds.filter((id) => !names.has(id)).length, 0);
  while (missingCount() > 0 && performance.now() < deadline) await sleep(20);
  const lostCount = missingCount();

  const setCut = (isCut: boolean) => {
    if (nats === undefined) used.isCut = isCut;
    else nats.holdRoutes(isCut);
  };
  setCut(true);
  // Wait until the process has detected the cut and some updates are lost.
  for (const cutDeadline = performance.now() + cutMs; performance.now() < cutDeadline;) {
    await change();
    await sleep(100);
  }
  for (const { rereadAt } of pages) rereadAt.length = 0;
  setCut(false);
  const repairedAt = performance.now();
  while (atUsed.rereadAt.length === 0 && performance.now() - repairedAt < 10_000) await sleep(10);
  const rereadMs = (atUsed.rereadAt[0] ?? Number.POSITIVE_INFINITY) - repairedAt;
  for (const page of pages) await page.close();
  return [
    { fault, fact: `updates lost, of ${changes * pages.length}`, measured: lostCount, max: 0, unit: "" },
    {
      fault: `${fault}, process cut off`,
      fact: "pages refetched",
      measured: rereadMs,
      max: 2_000,
      unit: "ms",
    },
  ];
}
