import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Closes connections on shutdown for which a stopping server would wait until a timeout. Clients open connections in
 * advance, and Node.js treats one without a request as busy. It also keeps a connection open whose response was sent
 * after the shutdown had begun.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  let isClosing = false;
  const open = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("preClose", (done) => {
    isClosing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
  // The header keeps a client or proxy from sending its next request on a connection that is about to be closed.
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done(null, payload);
  });
  // Streams have already sent their headers.
  app.server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
    response.once("close", () => {
      if (isClosing) app.server.closeIdleConnections();
    });
  });
}
