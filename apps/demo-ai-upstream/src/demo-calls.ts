/** The recorded result of one call. Counts only: neither prompts nor answers are stored. */
export type DemoCall = {
  path: string;
  outcome: "complete" | "aborted" | "error";
  promptTokens: number;
  /** Generated tokens including reasoning, until the end or until the client disconnected. */
  sentTokens: number;
  audioSeconds: number;
};

const maxCalls = 10_000;

export class DemoCalls {
  #calls: DemoCall[] = [];

  add(call: DemoCall): void {
    this.#calls.push(call);
    if (this.#calls.length > maxCalls) this.#calls = this.#calls.slice(-maxCalls / 2);
  }

  get all(): readonly DemoCall[] {
    return this.#calls;
  }
}
