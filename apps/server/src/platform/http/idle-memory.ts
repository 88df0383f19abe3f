import type { FastifyInstance } from "fastify";

const checkIntervalMs = 10_000;
const worthwhileBytes = 16 * 1_048_576;

type IdleMemoryDependencies = {
  /** Returns the resident memory of the process in bytes. */
  readMemoryBytes: () => number;
  /** Runs a full garbage collection, which blocks the process for about 40 ms. */
  collect: () => Promise<void> | void;
};

/**
 * Releases memory while the server is idle. V8 collects when it needs space and not when it is idle, so after the start
 * or a busy hour an idle server would keep twice the memory that it needs.
 */
export class IdleMemory {
  readonly #dependencies: IdleMemoryDependencies;
  #isQuiet = true;
  #keptBytes = 0;

  constructor(dependencies: IdleMemoryDependencies) {
    this.#dependencies = dependencies;
  }

  /** Marks the current interval as busy. */
  recordRequest(): void {
    this.#isQuiet = false;
  }

  /** Collects if there was no request since the last check and memory has grown since the last collection. */
  async check(): Promise<void> {
    const wasQuiet = this.#isQuiet;
    this.#isQuiet = true;
    if (!wasQuiet || this.#dependencies.readMemoryBytes() - this.#keptBytes < worthwhileBytes) return;
    await this.#dependencies.collect();
    this.#keptBytes = this.#dependencies.readMemoryBytes();
  }
}

/** Checks every 10 seconds. Does nothing if the process was started without `--expose-gc`. */
export function releaseMemoryWhenIdle(app: FastifyInstance): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  const memory = new IdleMemory({
    readMemoryBytes: () => process.memoryUsage.rss(),
    collect: () => gc({ type: "major", execution: "async", flavor: "last-resort" }),
  });
  app.addHook("onRequest", (_request, _reply, done) => {
    memory.recordRequest();
    done();
  });
  const timer = setInterval(() => void memory.check(), checkIntervalMs).unref();
  app.addHook("onClose", (_app, done) => {
    clearInterval(timer);
    done();
  });
}
