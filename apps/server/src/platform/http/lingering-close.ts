import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { hasBody } from "./slow-requests.ts";

/** Time in ms for which a client may keep sending after the response to a request that was rejected early. */
const lingerMs = 2_000;

/**
 * Keeps reading after a response that closes the connection before the complete body has arrived. Closing with unread
 * data resets the connection, and the client would lose the response.
 */
export function lingerBeforeClosing(app: FastifyInstance): void {
  app.addHook("onSend", ({ raw }, _reply, payload, done) => {
    if (hasBody(raw) && !raw.complete) linger(raw);
    done(null, payload);
  });
}

/** Keeps Node.js from closing the connection after the response until the body has ended. */
function linger(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once("close", () => clearTimeout(timer));
    request.once("end", () => socket.destroy());
    socket.end();
    request.resume();
  };
  request.once("end", () => Reflect.deleteProperty(socket, "destroySoon"));
}
