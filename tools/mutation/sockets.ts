import { type Defense, serverDefenses } from "./defense.ts";

const handshake = "platform/realtime/socket-handshake.test.ts";
const hub = "platform/realtime/socket-hub.test.ts";

/** WebSockets. */
export const socketDefenses: readonly Defense[] = serverDefenses([
  {
    cases: ["N41"],
    guarantee: "a WebSocket from another site is rejected",
    file: "platform/realtime/socket-hub.ts",
    find: "(origin !== undefined && !this.#dependencies.origins.has(origin))",
    put: "origin === ''",
    proof: [handshake, "R7w-04 closes with 1008 on a foreign Origin, without consuming the ticket"],
  },
  {
    cases: ["N41"],
    guarantee: "a ticket opens one WebSocket",
    file: "platform/realtime/realtime.queries.ts",
    find: '.where("used_at", "is", null)\n',
    put: "",
    proof: [handshake, "accepts a ticket only once, even if it is used twice at the same moment"],
  },
  {
    cases: ["N41"],
    guarantee: "a ticket is valid for thirty seconds",
    file: "platform/realtime/realtime.queries.ts",
    find: '.where("expires_at", ">", now)\n',
    put: "",
    proof: [
      handshake,
      "R7w-04 closes with 1008 on a ticket that is expired, unknown, used, missing or for another purpose",
    ],
  },
  {
    cases: ["N41"],
    guarantee: "a ticket has one purpose",
    file: "platform/realtime/realtime.queries.ts",
    find: '.where("purpose", "=", "ws_ticket")\n',
    put: "",
    proof: [
      handshake,
      "R7w-04 closes with 1008 on a ticket that is expired, unknown, used, missing or for another purpose",
    ],
  },
  {
    cases: ["N41"],
    guarantee: "a browser's access token cannot open a WebSocket",
    file: "platform/realtime/socket-access.ts",
    find: 'if (caller?.kind === "client") sessionId = caller.sessionId;',
    put: "sessionId = caller?.sessionId;",
    proof: [handshake, "R7w-03 accepts an access token only for a session that was not started by a browser"],
  },
  {
    cases: ["N41"],
    guarantee: "only the session of a socket can renew it",
    file: "platform/realtime/socket-hub.ts",
    find: "if (state.sessionId !== connection.state.sessionId) {",
    put: "if (state.sessionId === '') {",
    proof: [
      hub,
      "R7w-04 with a ticket of another session close the socket with 4403, even for the same person",
    ],
  },
  {
    cases: ["N41"],
    guarantee: "a socket message has a maximum size",
    file: "platform/realtime/socket-hub.ts",
    find: "maxPayload: messageMaxBytes,",
    put: "maxPayload: 10_000_000,",
    proof: [hub, "close the socket with 1003 if they are binary and with 1009 if they exceed 64 KiB"],
  },
  {
    cases: ["N41"],
    guarantee: "a socket may send at most 50 messages in five seconds",
    file: "platform/realtime/message-window.ts",
    find: "return this.#times.length <= messagesMax;",
    put: "return true;",
    proof: [hub, "are accepted up to 50 at once, and the next one closes the socket with 1008"],
  },
  {
    cases: ["N41"],
    guarantee: "system alerts reach platform accounts only",
    file: "platform/realtime/socket-index.ts",
    find: "if (platformOnly) return [...this.#platform];",
    put: "if (platformOnly) return [...this.connections];",
    proof: [hub, "R7w-12 for the platform are sent only to its accounts"],
  },
  {
    cases: ["N22", "N21"],
    guarantee: "the sockets of an ended session are closed",
    file: "platform/realtime/socket-hub.ts",
    find: 'else connection.close(closeCodes.unauthenticated, "session has ended");',
    put: "else connection.isAlive = true;",
    proof: [hub, "close an ended session with 4401 and keep other sessions of the person open"],
  },
  {
    cases: ["N22"],
    guarantee: "sockets receive no further events once the membership has ended",
    file: "platform/realtime/socket-hub.ts",
    find: "if (state) this.#index.update(connection, state);",
    put: "if (state) connection.isAlive = true;",
    proof: [
      hub,
      "by the end of a membership stop the events of that organization, even if another process ended it",
    ],
  },
  {
    cases: ["N21"],
    guarantee: "sockets receive no events of a suspended organization",
    file: "platform/realtime/realtime.platform-queries.ts",
    find: "and organization_admits(o.status, m.role)",
    put: "",
    proof: [hub, "exclude members of a suspended organization from its events"],
  },
]);
