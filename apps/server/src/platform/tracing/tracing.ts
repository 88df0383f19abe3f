export type RequestSpan = {
  traceId: string;
  /** Runs `work`, whose database queries become spans of this request. */
  run<Result>(work: () => Result): Result;
  /** @param route Pattern of the route, or undefined for an unknown path. */
  end(response: { route: string | undefined; status: number; isComplete: boolean }): void;
};

/** Ends the span of a query, with the error if it failed. */
export type EndQuery = (error?: unknown) => void;

/** Traces of requests and their database queries. Spans contain fixed names and numbers, no user input. */
export type Tracing = {
  /** @param parent Header `traceparent` of a trusted proxy. */
  startRequest(request: { method: string; parent: string | undefined }): RequestSpan;
  /** Starts the span of a query. Returns undefined outside a request. */
  startQuery(texts: readonly string[]): EndQuery | undefined;
  /** Sends the waiting spans, for at most two seconds. */
  stop(): Promise<void>;
};
