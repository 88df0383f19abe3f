import type { ErrorCode } from "@praxisportal/contract/errors";
import type { Logger } from "pino";
import { ProblemError } from "../http/problem.ts";
import type { SocketState } from "./socket-access.ts";
import { closeCodes, type SocketConnection } from "./socket-connection.ts";

/** Handlers of `{type:"request"}` by requestType. A ProblemError is sent to the client with its code. */
export type SocketRequests = Readonly<
  Record<string, (state: SocketState, data: unknown) => Promise<unknown>>
>;

type MessageDependencies = {
  requests: SocketRequests;
  /** Renews the session state of a socket by a new ticket. */
  renew: (connection: SocketConnection, token: string) => Promise<void>;
  log: Pick<Logger, "error">;
};

type Message = Readonly<Record<string, unknown>> & { type?: unknown };

const requestIdMax = 100;

/** Handles a text message of a socket. */
export function receiveMessage(
  connection: SocketConnection,
  text: string,
  dependencies: MessageDependencies,
): void {
  const message = parseMessage(text);
  if (message === undefined) return connection.close(closeCodes.policy, "malformed message");
  switch (message.type) {
    case "ping":
      return connection.send({ type: "pong" });
    case "pong":
      return undefined;
    case "auth":
      if (typeof message["token"] !== "string") return sendError(connection, "VALIDATION_FAILED");
      return void dependencies.renew(connection, message["token"]);
    case "request":
      return void answerRequest(connection, message, dependencies);
    default:
      return sendError(connection, "VALIDATION_FAILED");
  }
}

function parseMessage(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Message)
      : undefined;
  } catch {
    return undefined;
  }
}

function sendError(connection: SocketConnection, code: ErrorCode): void {
  connection.send({ type: "error", code });
}

async function answerRequest(
  connection: SocketConnection,
  message: Message,
  dependencies: MessageDependencies,
): Promise<void> {
  const { requestId, requestType, data } = message;
  if (typeof requestId !== "string" || requestId.length > requestIdMax || typeof requestType !== "string") {
    return sendError(connection, "VALIDATION_FAILED");
  }
  const respond = (result: { data: unknown } | { error: { code: ErrorCode } }) =>
    connection.send({ type: "response", requestId, ...result });
  const handler = Object.hasOwn(dependencies.requests, requestType)
    ? dependencies.requests[requestType]
    : undefined;
  if (handler === undefined) return respond({ error: { code: "NOT_FOUND" } });
  try {
    respond({ data: (await handler(connection.state, data)) ?? null });
  } catch (error) {
    if (!(error instanceof ProblemError))
      dependencies.log.error({ err: error, requestType }, "sockets: a request failed");
    respond({ error: { code: error instanceof ProblemError ? error.code : "INTERNAL_ERROR" } });
  }
}
