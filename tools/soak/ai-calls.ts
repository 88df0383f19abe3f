import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { mockModel } from "./open-provider.ts";
import { prompt } from "./counting-provider.ts";
import type { PortalProcess } from "./portal-process.ts";

/** Numbers of calls by their end, as seen by the client. */
export type CallOutcomes = { complete: number; disconnected: number; refused: number; cutOff: number };

/**
 * Makes calls, complete and streamed, until `count` have been started. About half of the streams are aborted at a
 * random moment, some before their first event.
 */
export class AiLoadGenerator {
  readonly outcomes: CallOutcomes = { complete: 0, disconnected: 0, refused: 0, cutOff: 0 };
  startedCount = 0;
  /** Number of responses other than 200, by status and code. */
  readonly refusals = new Map<string, number>();
  readonly #portal: Pick<PortalProcess, "origin" | "isReady">;
  readonly #headers: Record<string, string>;

  constructor(portal: Pick<PortalProcess, "origin" | "isReady">, headers: Record<string, string>) {
    this.#portal = portal;
    this.#headers = headers;
  }

  /** Runs until `count` calls were started in total, `parallel` at a time. */
  async run(count: number, parallel: number): Promise<void> {
    const caller = async (agent: Agent) => {
      while (this.startedCount < count) {
        this.startedCount += 1;
        const outcome = await this.#makeCall(this.startedCount, agent);
        this.outcomes[outcome] += 1;
        if (outcome === "cutOff") await this.#waitUntilReady();
      }
    };
    const agent = new Agent({ keepAlive: true, maxSockets: parallel });
    await Promise.all(Array.from({ length: parallel }, () => caller(agent)));
    agent.destroy();
  }

  /** Waits until the portal responds again after it was killed. */
  async #waitUntilReady(): Promise<void> {
    while (!(await this.#portal.isReady())) await sleep(100);
  }

  #makeCall(index: number, agent: Agent): Promise<keyof CallOutcomes> {
    const isStream = index % 5 !== 0;
    // A stream takes at least a third of a second. Many aborted streams end near their start.
    const disconnectAfterMs = isStream && index % 2 === 0 ? Math.random() ** 2 * 400 : undefined;
    return new Promise((resolve) => {
      let hasDisconnected = false;
      let timer: NodeJS.Timeout | undefined;
      const done = (outcome: keyof CallOutcomes) => {
        clearTimeout(timer);
        resolve(hasDisconnected ? "disconnected" : outcome);
      };
      const call = request(
        new URL(isStream ? "/api/ai/stream" : "/api/ai/proxy", this.#portal.origin),
        {
          method: "POST",
          agent,
          headers: { ...this.#headers, "content-type": "application/json" },
        },
        (response) => {
          let tail = "";
          response.on("data", (bytes: Buffer) => (tail = (tail + bytes.toString("latin1")).slice(-500)));
          response.on("error", () => done("cutOff"));
          response.on("end", () => {
            if (response.statusCode !== 200) {
              const refusal = `${response.statusCode} ${/"code":"(\w+)"/.exec(tail)?.[1]}`;
              this.refusals.set(refusal, (this.refusals.get(refusal) ?? 0) + 1);
              return done("refused");
            }
            done(!isStream || tail.includes("event: done") ? "complete" : "cutOff");
          });
          response.on("close", () => done("cutOff"));
        },
      );
      call.on("error", () => done("cutOff"));
      call.end(JSON.stringify({ ...mockModel, prompt }));
      if (disconnectAfterMs !== undefined) {
        timer = setTimeout(() => {
          hasDisconnected = true;
          call.destroy();
        }, disconnectAfterMs);
      }
    });
  }
}
