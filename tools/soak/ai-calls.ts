import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { mockModel } from "./open-provider.ts";
import { prompt } from "./counting-provider.ts";

/** How calls ended, as whoever made them saw it. */
export type Endings = { whole: number; leftEarly: number; refused: number; cutOff: number };

/**
 * Makes calls until `count` were begun: whole answers and streams; of the streams every other one is left at a random
 * moment, also before its first piece.
 */
export class AiCallers {
  readonly endings: Endings = { whole: 0, leftEarly: 0, refused: 0, cutOff: 0 };
  begun = 0;
  /** How often each answer other than 200 came, by its status and code. */
  readonly refusals = new Map<string, number>();
  readonly #origin: string;
  readonly #headers: Record<string, string>;

  constructor(origin: string, headers: Record<string, string>) {
    this.#origin = origin;
    this.#headers = headers;
  }

  /** Until `count` calls were begun in all, `parallel` at a time. */
  async run(count: number, parallel: number): Promise<void> {
    const caller = async (agent: Agent) => {
      while (this.begun < count) {
        this.begun += 1;
        const ending = await this.#one(this.begun, agent);
        this.endings[ending] += 1;
        // The portal is being started again.
        if (ending === "cutOff") await sleep(1_000);
      }
    };
    const agent = new Agent({ keepAlive: true, maxSockets: parallel });
    await Promise.all(Array.from({ length: parallel }, () => caller(agent)));
    agent.destroy();
  }

  #one(index: number, agent: Agent): Promise<keyof Endings> {
    const isStream = index % 5 !== 0;
    // Streams take a third of a second and more; many of those that are left are left at its begin.
    const leaveAfterMs = isStream && index % 2 === 0 ? Math.random() ** 2 * 400 : undefined;
    return new Promise((resolve) => {
      let hasLeft = false;
      let timer: NodeJS.Timeout | undefined;
      const done = (ending: keyof Endings) => {
        clearTimeout(timer);
        resolve(hasLeft ? "leftEarly" : ending);
      };
      const call = request(
        new URL(isStream ? "/api/ai/stream" : "/api/ai/proxy", this.#origin),
        {
          method: "POST",
          agent,
          headers: { ...this.#headers, "content-type": "application/json" },
        },
        (answer) => {
          let tail = "";
          answer.on("data", (bytes: Buffer) => (tail = (tail + bytes.toString("latin1")).slice(-500)));
          answer.on("error", () => done("cutOff"));
          answer.on("end", () => {
            if (answer.statusCode !== 200) {
              const refusal = `${answer.statusCode} ${/"code":"(\w+)"/.exec(tail)?.[1]}`;
              this.refusals.set(refusal, (this.refusals.get(refusal) ?? 0) + 1);
              return done("refused");
            }
            done(!isStream || tail.includes("event: done") ? "whole" : "cutOff");
          });
          answer.on("close", () => done("cutOff"));
        },
      );
      call.on("error", () => done("cutOff"));
      call.end(JSON.stringify({ ...mockModel, prompt }));
      if (leaveAfterMs !== undefined) {
        timer = setTimeout(() => {
          hasLeft = true;
          call.destroy();
        }, leaveAfterMs);
      }
    });
  }
}
