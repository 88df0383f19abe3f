import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createOneAtATime } from "../one-at-a-time.ts";

/** Reply of the child to a document. */
export type RenderReply<Files> = { ok: true; files: Files } | { ok: false; message: string };

/** Timeout per document. Rendering takes a few dozen milliseconds, or several seconds on a busy machine. */
const defaultTimeoutMs = 30_000;
/** Time after which an idle child is ended, so that it uses memory only during a run. */
const defaultIdleMs = 60_000;
const maxHeapMb = 256;

type Options<Document> = {
  /** Module of the child, which calls `serveRenders`. */
  module: string;
  /** Returns the name of a document for errors. */
  nameOf: (document: Document) => string;
  timeoutMs?: number;
  idleMs?: number;
};

export type RenderProcess<Document, Files> = {
  /**
   * Makes the files of a document. Throws if it is invalid, or if the process ended or took too long. Then the next
   * document gets a new process.
   */
  render: (document: Document) => Promise<Files>;
  /** Ends the process and rejects waiting documents. */
  stop: () => Promise<void>;
};

/**
 * Makes documents in one child process, one after the other, so that neither the work nor a crash affects the server.
 * The process starts with the first document.
 */
export function createRenderProcess<Document extends object, Files>({
  module,
  nameOf,
  timeoutMs = defaultTimeoutMs,
  idleMs = defaultIdleMs,
}: Options<Document>): RenderProcess<Document, Files> {
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const oneAtATime = createOneAtATime();

  const renderNext = async (document: Document): Promise<Files> => {
    if (isStopped) throw new Error("The renderer is stopped");
    clearTimeout(idleTimer);
    child = child !== undefined && isAlive(child) ? child : startChild(module);
    const reply = await ask<Files>(child, document, { name: nameOf(document), timeoutMs });
    idleTimer = setTimeout(() => child?.kill(), idleMs).unref();
    if (!reply.ok) throw new Error(reply.message);
    return reply.files;
  };

  return {
    render: (document) => oneAtATime(() => renderNext(document)),
    stop: async () => {
      isStopped = true;
      clearTimeout(idleTimer);
      if (child === undefined || !isAlive(child)) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function startChild(module: string): ChildProcess {
  const child = fork(module, {
    // Buffers are passed without conversion.
    serialization: "advanced",
    // The child needs no secrets of the server.
    env: { NODE_ENV: process.env["NODE_ENV"] },
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // The server may end while the child is idle.
  child.unref();
  child.channel?.unref();
  return child;
}

/** Sends a document and waits for the reply. A child that does not reply in time is killed. */
async function ask<Files>(
  child: ChildProcess,
  document: object,
  { name, timeoutMs }: { name: string; timeoutMs: number },
): Promise<RenderReply<Files>> {
  child.channel?.ref();
  try {
    return await new Promise<RenderReply<Files>>((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        child.off("message", onMessage).off("exit", onExit).off("error", onError);
        settle();
      };
      const onMessage = (reply: RenderReply<Files>) => finish(() => resolve(reply));
      const onError = (error: Error) => finish(() => reject(error));
      const onExit = (code: number | null, signal: string | null) =>
        finish(() =>
          reject(new Error(`The process that made ${name} ended (${signal ?? code ?? "unknown"})`)),
        );
      const timer = setTimeout(() => {
        child.kill("SIGKILL");
        finish(() => reject(new Error(`${name} was not made within ${timeoutMs} ms`)));
      }, timeoutMs);
      child.on("message", onMessage).on("exit", onExit).on("error", onError);
      child.send(document, (error) => {
        if (error !== null) onError(error);
      });
    });
  } finally {
    child.channel?.unref();
  }
}

function isAlive(child: ChildProcess): boolean {
  return child.connected && !child.killed && child.exitCode === null && child.signalCode === null;
}
