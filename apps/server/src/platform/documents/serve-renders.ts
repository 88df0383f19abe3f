import type { RenderReply } from "./render-process.ts";

/** Makes documents in a child process. Each message is a document, and each reply contains its files or an error. */
export function serveRenders(render: (document: never) => Promise<unknown>): void {
  const reply = async (document: unknown): Promise<RenderReply<unknown>> => {
    try {
      return { ok: true, files: await render(document as never) };
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  };
  process.on("message", (document) => {
    void reply(document).then((result) => process.send?.(result));
  });
  // The server has ended.
  process.on("disconnect", () => process.exit());
}
