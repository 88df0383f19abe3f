/** What one call made this server do. Counts only: neither prompts nor answers are kept. */
export type DemoCall = {
  path: string;
  outcome: "complete" | "aborted" | "error";
  promptTokens: number;
  /** Tokens that were generated, thoughts included, up to the end or until the client left. */
  sentTokens: number;
  audioSeconds: number;
};

const kept = 10_000;

export class DemoCalls {
  #calls: DemoCall[] = [];

  add(call: DemoCall): void {
    this.#calls.push(call);
    if (this.#calls.length > kept) this.#calls = this.#calls.slice(-kept / 2);
  }

  get all(): readonly DemoCall[] {
    return this.#calls;
  }
}
