import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Closes unused connections on shutdown. Clients open connections in advance, and Node.js treats one without a request
 * as busy, so a stopping server would wait for its time-out.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("preClose", (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}
