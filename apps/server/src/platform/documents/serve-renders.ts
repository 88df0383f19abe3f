import type { RenderReply } from "./render-process.ts";

/** Runs in a child process that makes documents: each message is a document, each answer its files or the fault. */
export function serveRenders(render: (document: never) => Promise<unknown>): void {
  const reply = async (document: unknown): Promise<RenderReply<unknown>> => {
    try {
      return { ok: true, files: await render(document as never) };
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  };
  process.on("message", (document) => {
    void reply(document).then((answer) => process.send?.(answer));
  });
  // The server is gone.
  process.on("disconnect", () => process.exit());
}
