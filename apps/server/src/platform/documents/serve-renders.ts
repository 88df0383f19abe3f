import type { RenderReply } from "./render-process.ts";

/** Runs in a child process that makes documents: each message is a document, each answer its files or the fault. */
export function serveRenders<Document, Files>(render: (document: Document) => Promise<Files>): void {
  const reply = async (document: Document): Promise<RenderReply<Files>> => {
    try {
      return { ok: true, files: await render(document) };
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  };
  process.on("message", (document: Document) => {
    void reply(document).then((answer) => process.send?.(answer));
  });
  // The server is gone.
  process.on("disconnect", () => process.exit());
}
