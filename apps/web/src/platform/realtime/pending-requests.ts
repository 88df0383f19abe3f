import { websocketRequestTimeoutMs } from "@praxisportal/contract/limits";

/** The failure of a request over the WebSocket. */
class RealtimeRequestError extends Error {
  readonly reason: "timeout" | "closed" | "refused";
  /** The server's details of a rejected request. */
  readonly details: unknown;

  constructor(reason: "timeout" | "closed" | "refused", details?: unknown) {
    super(`Realtime request ${reason}`);
    this.name = "RealtimeRequestError";
    this.reason = reason;
    this.details = details;
  }
}

type Waiting = {
  resolve: (data: unknown) => void;
  reject: (error: RealtimeRequestError) => void;
  timer: ReturnType<typeof setTimeout>;
};

export type PendingRequests = {
  /** Waits for the response to `requestId`, at most 30 s. */
  wait: (requestId: string) => Promise<unknown>;
  settle: (requestId: string, data: unknown, error: unknown) => void;
  rejectAll: () => void;
};

/** Tracks requests that are waiting for a response, by id. Unexpected responses are ignored. */
export function pendingRequests(): PendingRequests {
  const waiting = new Map<string, Waiting>();

  function take(requestId: string): Waiting | undefined {
    const request = waiting.get(requestId);
    waiting.delete(requestId);
    clearTimeout(request?.timer);
    return request;
  }

  return {
    wait: (requestId) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => take(requestId)?.reject(new RealtimeRequestError("timeout")),
          websocketRequestTimeoutMs,
        );
        waiting.set(requestId, { resolve, reject, timer });
      }),
    settle: (requestId, data, error) => {
      const request = take(requestId);
      if (error === undefined || error === null) request?.resolve(data);
      else request?.reject(new RealtimeRequestError("refused", error));
    },
    rejectAll: () => {
      for (const id of waiting.keys()) take(id)?.reject(new RealtimeRequestError("closed"));
    },
  };
}
