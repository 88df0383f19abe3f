import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";

type Cut = readonly (string | readonly [string, number])[];
const file = new URL("../../apps/server/src/features/ai/wire/fixtures/german-tokens.json", import.meta.url);
const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<"o200k", Cut>>;
const answer = texts["arzt"]?.o200k ?? [];

/** What a prompt of this text is counted as by the same vocabulary. */
export const prompt = textOf(texts["brief"]?.o200k ?? []);
const promptTokens = tokensIn(texts["brief"]?.o200k ?? []);

/** Words of the prompt and of the answer, by which they would be found wherever they were left. */
export const spokenWords = ["Wasser und ungesüßter Tee", "reizloses Kniegelenk"] as const;

/** Tokens that were sent in streams which nobody read to their end. */
export type BrokenOff = { streams: number; tokens: number };

/**
 * A provider that streams German text as a real vocabulary cuts it and keeps count of what it has sent, so that one
 * can compare it with what was booked. Whole answers are given at once.
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
    let text = "";
    this.#sockets.add(socket);
    socket.setNoDelay(true).on("error", () => socket.destroy());
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("data", (bytes) => {
      // One byte a character, as the length is told in bytes.
      text += bytes.toString("latin1");
      for (;;) {
        const end = text.indexOf("\r\n\r\n");
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
        if (end < 0 || text.length < end + 4 + length) return;
        const body = text.slice(end + 4, end + 4 + length);
        text = text.slice(end + 4 + length);
        if (body.includes('"stream":true')) this.#stream(socket);
        else socket.write(whole);
      }
    });
  }

  #stream(socket: Socket): void {
    socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
    let sent = 0;
    let tokens = 0;
    const timer = setInterval(() => {
      const piece = answer[sent];
      if (piece === undefined) {
        clearInterval(timer);
        socket.removeListener("close", broken);
        socket.write(lastPieces(tokens));
        return;
      }
      sent += 1;
      tokens += typeof piece === "string" ? 1 : piece[1];
      const content = typeof piece === "string" ? piece : piece[0];
      socket.write(chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }));
    }, 1);
    const broken = () => {
      clearInterval(timer);
      this.brokenOff.streams += 1;
      this.brokenOff.tokens += promptTokens + tokens;
    };
    socket.once("close", broken);
  }
}

function usageOf(completion: number) {
  const total = promptTokens + completion;
  return { prompt_tokens: promptTokens, completion_tokens: completion, total_tokens: total };
}

const wholeBody = JSON.stringify({
  id: "chatcmpl-mock",
  object: "chat.completion",
  model: "mock",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: textOf(answer) } }],
  usage: usageOf(tokensIn(answer)),
});
const whole = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(wholeBody)}\r\n\r\n${wholeBody}`,
);

function lastPieces(tokens: number): Buffer {
  return Buffer.concat([
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }),
    chunk({ choices: [], usage: usageOf(tokens) }),
    framed("data: [DONE]\n\n"),
    Buffer.from("0\r\n\r\n"),
  ]);
}

function chunk(fields: object): Buffer {
  return framed(
    `data: ${JSON.stringify({ id: "chatcmpl-mock", object: "chat.completion.chunk", model: "mock", ...fields })}\n\n`,
  );
}

function framed(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}

function textOf(cut: Cut): string {
  return cut.map((piece) => (typeof piece === "string" ? piece : piece[0])).join("");
}

function tokensIn(cut: Cut): number {
  return cut.reduce((sum, piece) => sum + (typeof piece === "string" ? 1 : piece[1]), 0);
}
