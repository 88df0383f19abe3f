import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Numbers of calls and tokens that a provider served. */
export type Served = { calls: number; tokens: number };

/** Input tokens that it reports for each call. */
const inputTokens = 40;

/** An AI provider that answers after a moment, uses all tokens that a call allows, and counts what it served. */
export class MeteredProvider {
  readonly served: Served = { calls: 0, tokens: 0 };
  readonly #server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (text: string) => (body += text));
    request.on("end", () => {
      const { max_tokens: outputTokens } = JSON.parse(body) as { max_tokens: number };
      setTimeout(
        () => {
          if (response.destroyed) return;
          this.served.calls += 1;
          this.served.tokens += inputTokens + outputTokens;
          const usage = { prompt_tokens: inputTokens, completion_tokens: outputTokens };
          const message = { role: "assistant", content: "Gern." };
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: "stop", message }], usage }));
        },
        50 + Math.random() * 1_500,
      );
    });
  });

  /** @returns its origin */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
