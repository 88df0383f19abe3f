import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { readBodies, streamEnd, streamHeader, streamChunk, usageOf, fullResponse } from "./raw-provider.ts";

type TokenizedText = readonly (string | readonly [string, number])[];
const file = new URL("../../apps/server/src/features/ai/wire/fixtures/german-tokens.json", import.meta.url);
const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<"o200k", TokenizedText>>;
const answer = texts["arzt"]?.o200k ?? [];

/** Prompt text with a known number of tokens in the same vocabulary. */
export const prompt = textOf(texts["brief"]?.o200k ?? []);
const promptTokens = tokensIn(texts["brief"]?.o200k ?? []);

/** Words of the prompt and of the response, to search for in files. */
export const sampleTexts = ["Wasser und ungesüßter Tee", "reizloses Kniegelenk"] as const;

/** Tokens sent in streams that the client did not read to the end. */
export type AbortedUsage = { streams: number; tokens: number };

/**
 * A provider that streams German text in the pieces of a real vocabulary and counts what it sent, for comparison with
 * the booked usage. Non-streamed responses are sent at once.
 */
export class CountingProvider {
  readonly aborted: AbortedUsage = { streams: 0, tokens: 0 };
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();

  /** @returns its origin */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    readBodies(socket, (body) => {
      if (body.includes('"stream":true')) this.#stream(socket);
      else socket.write(completeResponse);
    });
  }

  #stream(socket: Socket): void {
    socket.write(streamHeader);
    let sentCount = 0;
    let tokens = 0;
    const timer = setInterval(() => {
      const chunk = answer[sentCount];
      if (chunk === undefined) {
        clearInterval(timer);
        socket.removeListener("close", onClose);
        socket.write(streamEnd(usageOf(promptTokens, tokens)));
        return;
      }
      sentCount += 1;
      tokens += typeof chunk === "string" ? 1 : chunk[1];
      socket.write(streamChunk(typeof chunk === "string" ? chunk : chunk[0]));
    }, 1);
    const onClose = () => {
      clearInterval(timer);
      this.aborted.streams += 1;
      this.aborted.tokens += promptTokens + tokens;
    };
    socket.once("close", onClose);
  }
}

const completeResponse = fullResponse(textOf(answer), usageOf(promptTokens, tokensIn(answer)));

function textOf(text: TokenizedText): string {
  return text.map((chunk) => (typeof chunk === "string" ? chunk : chunk[0])).join("");
}

function tokensIn(text: TokenizedText): number {
  return text.reduce((sum, chunk) => sum + (typeof chunk === "string" ? 1 : chunk[1]), 0);
}
