import type { FastifyInstance } from "fastify";

const lookIntervalMs = 10_000;
const worthwhileBytes = 16 * 1_048_576;

type IdleMemoryParts = {
  /** Resident memory of the process in bytes. */
  readMemoryBytes: () => number;
  /** A full collection; it stops the process for some 40 ms. */
  collect: () => Promise<void> | void;
};

/**
 * Gives memory back when nobody is waiting. V8 collects when it needs room and not when there is time: after the
 * start, or after a busy hour, a server that does nothing would keep twice of what it needs.
 */
export class IdleMemory {
  readonly #parts: IdleMemoryParts;
  #isQuiet = true;
  #keptBytes = 0;

  constructor(parts: IdleMemoryParts) {
    this.#parts = parts;
  }

  /** A request came in. */
  noteRequest(): void {
    this.#isQuiet = false;
  }

  /** Collects when no request came since the last look, and memory has grown since the last collection. */
  async look(): Promise<void> {
    const wasQuiet = this.#isQuiet;
    this.#isQuiet = true;
    if (!wasQuiet || this.#parts.readMemoryBytes() - this.#keptBytes < worthwhileBytes) return;
    await this.#parts.collect();
    this.#keptBytes = this.#parts.readMemoryBytes();
  }
}

/** Looks every 10 seconds; does nothing where the process was started without `--expose-gc`. */
export function giveMemoryBackWhenIdle(app: FastifyInstance): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  const memory = new IdleMemory({
    readMemoryBytes: () => process.memoryUsage.rss(),
    collect: () => gc({ type: "major", execution: "async", flavor: "last-resort" }),
  });
  app.addHook("onRequest", (_request, _reply, done) => {
    memory.noteRequest();
    done();
  });
  const timer = setInterval(() => void memory.look(), lookIntervalMs).unref();
  app.addHook("onClose", (_app, done) => {
    clearInterval(timer);
    done();
  });
}
