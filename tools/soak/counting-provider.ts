import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { readBodies, streamEnd, streamHead, streamPiece, usageOf, wholeAnswer } from "./raw-provider.ts";

type Cut = readonly (string | readonly [string, number])[];
const file = new URL("../../apps/server/src/features/ai/wire/fixtures/german-tokens.json", import.meta.url);
const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<"o200k", Cut>>;
const answer = texts["arzt"]?.o200k ?? [];

/** Prompt text with a known number of tokens in the same vocabulary. */
export const prompt = textOf(texts["brief"]?.o200k ?? []);
const promptTokens = tokensIn(texts["brief"]?.o200k ?? []);

/** Words of the prompt and of the response, to search for in files. */
export const spokenWords = ["Wasser und ungesüßter Tee", "reizloses Kniegelenk"] as const;

/** Tokens sent in streams that the client did not read to the end. */
export type BrokenOff = { streams: number; tokens: number };

/**
 * A provider that streams German text in the pieces of a real vocabulary and counts what it sent, for comparison with
 * what was booked. Non-streamed responses are sent at once.
 */
export class CountingProvider {
  readonly brokenOff: BrokenOff = { streams: 0, tokens: 0 };
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
      else socket.write(whole);
    });
  }

  #stream(socket: Socket): void {
    socket.write(streamHead);
    let sent = 0;
    let tokens = 0;
    const timer = setInterval(() => {
      const piece = answer[sent];
      if (piece === undefined) {
        clearInterval(timer);
        socket.removeListener("close", broken);
        socket.write(streamEnd(usageOf(promptTokens, tokens)));
        return;
      }
      sent += 1;
      tokens += typeof piece === "string" ? 1 : piece[1];
      socket.write(streamPiece(typeof piece === "string" ? piece : piece[0]));
    }, 1);
    const broken = () => {
      clearInterval(timer);
      this.brokenOff.streams += 1;
      this.brokenOff.tokens += promptTokens + tokens;
    };
    socket.once("close", broken);
  }
}

const whole = wholeAnswer(textOf(answer), usageOf(promptTokens, tokensIn(answer)));

function textOf(cut: Cut): string {
  return cut.map((piece) => (typeof piece === "string" ? piece : piece[0])).join("");
}

function tokensIn(cut: Cut): number {
  return cut.reduce((sum, piece) => sum + (typeof piece === "string" ? 1 : piece[1]), 0);
}
