import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createOneAtATime } from "../../../../platform/one-at-a-time.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import type { RenderReply } from "./render-child.ts";

const childModule = fileURLToPath(new URL("./render-child.ts", import.meta.url));
/** A document takes a few dozen milliseconds, several seconds on a busy machine. */
const defaultTimeoutMs = 30_000;
/** An idle child is ended, so that its memory is used only during a run. */
const defaultIdleMs = 60_000;
const maxHeapMb = 256;

/** The exact bytes of an invoice with their SHA-256 in hexadecimal. */
export type RenderedInvoice = { xml: Buffer; pdf: Buffer; xmlSha256: string; pdfSha256: string };

export type InvoiceRenderer = {
  /**
   * Makes the files of a document. Throws what is wrong with it, or that the process ended or took too long; the next
   * document then gets a new process.
   */
  render: (document: InvoiceDocument) => Promise<RenderedInvoice>;
  /** Ends the process. Documents that wait are refused. */
  stop: () => Promise<void>;
};

/**
 * Makes invoice documents in one child process, one after the other, so that neither the work nor a crash concerns the
 * server. The process starts with the first document.
 */
export function createInvoiceRenderer({
  timeoutMs = defaultTimeoutMs,
  idleMs = defaultIdleMs,
} = {}): InvoiceRenderer {
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const oneAtATime = createOneAtATime();

  const renderNext = async (document: InvoiceDocument): Promise<RenderedInvoice> => {
    if (isStopped) throw new Error("The invoice renderer is stopped");
    clearTimeout(idleTimer);
    child = child !== undefined && isAlive(child) ? child : startChild();
    const reply = await ask(child, document, timeoutMs);
    idleTimer = setTimeout(() => child?.kill(), idleMs).unref();
    if (!reply.ok) throw new Error(reply.message);
    const [xml, pdf] = [Buffer.from(reply.xml), Buffer.from(reply.pdf)];
    return { xml, pdf, xmlSha256: sha256(xml), pdfSha256: sha256(pdf) };
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

function startChild(): ChildProcess {
  const child = fork(childModule, {
    // Buffers are passed as they are.
    serialization: "advanced",
    // It needs no secret of the server.
    env: { NODE_ENV: process.env["NODE_ENV"] },
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // The server may end while the child is idle.
  child.unref();
  child.channel?.unref();
  return child;
}

/** Sends a document and waits for the answer. A child that does not answer in time is killed. */
async function ask(child: ChildProcess, document: InvoiceDocument, timeoutMs: number): Promise<RenderReply> {
  child.channel?.ref();
  try {
    return await new Promise<RenderReply>((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        child.off("message", onMessage).off("exit", onExit).off("error", onError);
        settle();
      };
      const onMessage = (reply: RenderReply) => finish(() => resolve(reply));
      const onError = (error: Error) => finish(() => reject(error));
      const onExit = (code: number | null, signal: string | null) =>
        finish(() =>
          reject(
            new Error(`The process that made ${document.number} ended (${signal ?? code ?? "unknown"})`),
          ),
        );
      const timer = setTimeout(() => {
        child.kill("SIGKILL");
        finish(() => reject(new Error(`${document.number} was not made within ${timeoutMs} ms`)));
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

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
